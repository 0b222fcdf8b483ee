import { execFileSync } from 'node:child_process'
import { access, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type Program = { command: string; env: NodeJS.ProcessEnv }

/** What the system may have by one of `names`, and the distribution's package that has it as `file`. */
type Wanted = {
  names: readonly string[]
  file: string
  debian: string /** How it is asked whether it runs. */
  ask: string
}

/**
 * The system's program; else that of the distribution's package, unpacked once into node_modules/.cache, since no npm package
 * carries it: those there are download or compile it while installing.
 */
export async function debianProgram({ names, file, debian, ask }: Wanted): Promise<Program> {
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

/** Redis, or Valkey, which speaks the same. */
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
    // Named only once complete, so that nobody ever starts half of it.
    await rename(unpacking, folder)
  } catch (error) {
    await rm(unpacking, { recursive: true, force: true })
    // Another process may have been quicker; its copy is the same.
    if (!(await exists(folder))) throw error
  }
  return folder
}

/**
 * Debian's and Ubuntu's own package, and those of the libraries that are missing here. Nothing is installed, and
 * nobody has to be an administrator: apt downloads them into a folder of ours.
 */
async function unpackPackages(debian: string, folder: string, toInstall: string): Promise<void> {
  const archives = join(folder, 'archives')
  const lists = join(folder, 'lists')
  for (const dir of [archives, lists]) await mkdir(join(dir, 'partial'), { recursive: true })
  const wanted = ['install', '--yes', '--download-only', '--no-install-recommends', debian]
  const ownLists = ['-o', `Dir::State::lists=${lists}/`]
  // What the system knows of its packages may be nothing, or too old; then a source that does not answer may not matter.
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

/** Returns why it failed. */
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

/** The folder's name depends on the machine: usr/lib/x86_64-linux-gnu. */
async function librariesIn(folder: string): Promise<string> {
  const lib = join(folder, 'usr/lib')
  return (await exists(lib)) ? (await readdir(lib)).map((name) => join(lib, name)).join(':') : ''
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
