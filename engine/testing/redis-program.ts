import { execFileSync } from 'node:child_process'
import { access, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type RedisProgram = { command: string; env: NodeJS.ProcessEnv }

const toInstall = 'Install redis-server or valkey-server, so that it is on the PATH.'

/**
 * The system's Redis, or Valkey, which speaks the same; else that of the distribution's packages, unpacked once into
 * node_modules/.cache. No npm package carries the program: those there are download or compile it while installing.
 */
export async function redisProgram(): Promise<RedisProgram> {
  for (const command of ['redis-server', 'valkey-server']) {
    const program = { command, env: process.env }
    if (runs(program)) return program
  }
  const folder = await unpackOnce()
  const env = { ...process.env, LD_LIBRARY_PATH: await librariesIn(folder) }
  const program = { command: join(folder, 'usr/bin/redis-server'), env }
  if (runs(program)) return program
  throw new Error(`The Redis unpacked in ${folder} does not run. ${toInstall}`)
}

function runs({ command, env }: RedisProgram): boolean {
  try {
    execFileSync(command, ['--version'], { env, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

async function unpackOnce(): Promise<string> {
  const cache = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url))
  const folder = join(cache, `redis-${process.arch}`)
  if (await exists(folder)) return folder
  await mkdir(cache, { recursive: true })
  const unpacking = await mkdtemp(`${folder}-`)
  try {
    await unpackPackages(unpacking)
    // Named only once complete, so that nobody ever starts half a Redis.
    await rename(unpacking, folder)
  } catch (error) {
    await rm(unpacking, { recursive: true, force: true })
    // Another process may have been quicker; its copy is the same.
    if (!(await exists(folder))) throw error
  }
  return folder
}

/**
 * Debian's and Ubuntu's own packages of Redis, and of the libraries that are missing here. Nothing is installed, and
 * nobody has to be an administrator: apt downloads them into a folder of ours.
 */
async function unpackPackages(folder: string): Promise<void> {
  const archives = join(folder, 'archives')
  const lists = join(folder, 'lists')
  for (const dir of [archives, lists]) await mkdir(join(dir, 'partial'), { recursive: true })
  const wanted = ['install', '--yes', '--download-only', '--no-install-recommends', 'redis-server']
  const ownLists = ['-o', `Dir::State::lists=${lists}/`]
  // What the system knows of its packages may be nothing, or too old; then a source that does not answer may not matter.
  let failure = apt(archives, wanted)
  if (failure !== undefined) {
    apt(archives, ['update', ...ownLists])
    failure = apt(archives, [...wanted, ...ownLists])
  }
  if (failure !== undefined)
    throw new Error(`The tests need a Redis, and apt fetched none. ${toInstall}`, { cause: failure })
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
  return (await readdir(lib)).map((name) => join(lib, name)).join(':')
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
