import { execFileSync } from 'node:child_process'
import { access, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type Program = { command: string; env: NodeJS.ProcessEnv }

/** The program's `names` on a system, and the package of the distribution that contains it as `file`. */
type ProgramRequest = {
  names: readonly string[]
  file: string
  debian: string
  /** The argument with which the program shows that it runs, such as `--version`. */
  ask: string
}

/**
 * The system's program, or else the one of the distribution's package, unpacked once into node_modules/.cache: npm
 * packages download or compile it during installation.
 */
export async function debianProgram({ names, file, debian, ask }: ProgramRequest): Promise<Program> {
  for (const command of names) {
    const program = { command, env: process.env }
    if (runs(program, ask)) return program
  }
  const toInstall = `Install ${names.join(' or ')}, so that it is on the PATH.`
  const folder = await unpackOnce(debian, toInstall)
  const env = { ...process.env, LD_LIBRARY_PATH: await librariesIn(folder) }
  const program = { command: join(folder, file), env }
  if (runs(program, ask)) return program
  throw new Error(`What was unpacked in ${folder} does not run. ${toInstall}`)
}

/** Redis, or Valkey, which has the same protocol. */
export const redisProgram = () =>
  debianProgram({
    names: ['redis-server', 'valkey-server'],
    file: 'usr/bin/redis-server',
    debian: 'redis-server',
    ask: '--version',
  })

function runs({ command, env }: Program, ask: string): boolean {
  try {
    execFileSync(command, [ask], { env, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

async function unpackOnce(debian: string, toInstall: string): Promise<string> {
  const cache = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url))
  const folder = join(cache, `${debian.replace('-server', '')}-${process.arch}`)
  if (await exists(folder)) return folder
  await mkdir(cache, { recursive: true })
  const unpacking = await mkdtemp(`${folder}-`)
  try {
    await unpackPackages(debian, unpacking, toInstall)
    // Renamed only when complete, so that a partial copy is never used.
    await rename(unpacking, folder)
  } catch (error) {
    await rm(unpacking, { recursive: true, force: true })
    // Another process may have been quicker; its copy is the same.
    if (!(await exists(folder))) throw error
  }
  return folder
}

/**
 * Unpacks the package of Debian or Ubuntu with the libraries that are missing here. It needs no administrator and
 * installs nothing: apt downloads into a folder of the repository.
 */
async function unpackPackages(debian: string, folder: string, toInstall: string): Promise<void> {
  const archives = join(folder, 'archives')
  const lists = join(folder, 'lists')
  for (const dir of [archives, lists]) await mkdir(join(dir, 'partial'), { recursive: true })
  const wanted = ['install', '--yes', '--download-only', '--no-install-recommends', debian]
  const ownLists = ['-o', `Dir::State::lists=${lists}/`]
  // The system's package lists may be missing or old; after updating them, a source that does not answer may not
  // matter.
  let failure = apt(archives, wanted)
  if (failure !== undefined) {
    apt(archives, ['update', ...ownLists])
    failure = apt(archives, [...wanted, ...ownLists])
  }
  if (failure !== undefined)
    throw new Error(`The tests need ${debian}, and apt fetched none. ${toInstall}`, { cause: failure })
  for (const name of await readdir(archives)) {
    if (name.endsWith('.deb')) execFileSync('dpkg', ['--extract', join(archives, name), folder])
  }
  for (const dir of [archives, lists]) await rm(dir, { recursive: true })
}

/** Returns the error, if any. */
function apt(archives: string, args: string[]): unknown {
  const options = [
    'Debug::NoLocking=true',
    'APT::Sandbox::User=',
    'Acquire::Retries=3',
    'Acquire::http::Timeout=20',
    `Dir::Cache::archives=${archives}/`,
    'Dir::Cache::pkgcache=',
    'Dir::Cache::srcpkgcache=',
  ]
  try {
    execFileSync('apt-get', [...options.flatMap((option) => ['-o', option]), ...args], { stdio: 'pipe' })
    return undefined
  } catch (error) {
    return error
  }
}

/** The folder of libraries, whose name depends on the machine: usr/lib/x86_64-linux-gnu. */
async function librariesIn(folder: string): Promise<string> {
  const lib = join(folder, 'usr/lib')
  return (await exists(lib)) ? (await readdir(lib)).map((name) => join(lib, name)).join(':') : ''
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
