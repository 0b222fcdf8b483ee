import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../backend/contract/free-port.ts'
import { untilPrinted } from './until-printed.ts'

export type RedisServer = {
  url: string
  /** Ends it as a power cut would. */
  kill(): Promise<void>
  /** Starts an empty one in its place. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** A real Redis for tests, which keeps nothing; gone when stopped. */
export async function startRedis(): Promise<RedisServer> {
  const { command, libraries } = await redisProgram()
  const folder = mkdtempSync(join(tmpdir(), 'mainstreet-redis-'))
  const port = await freePort()
  const settings = ['--bind', '127.0.0.1', '--port', String(port), '--dir', folder, '--save', '', '--appendonly', 'no']
  let server = await run()

  async function run() {
    const child = spawn(command, settings, {
      env: { ...process.env, ...(libraries && { LD_LIBRARY_PATH: libraries }) },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await untilPrinted(child.stdout, 'Ready to accept connections')
    return child
  }
  async function kill() {
    if (server.signalCode !== null) return
    const exited = once(server, 'exit')
    server.kill('SIGKILL')
    await exited
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    async start() {
      server = await run()
    },
    async stop() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type Program = { command: string; libraries?: string }

/** The system's Redis, or Valkey, which speaks the same; else the one of the distribution's packages, unpacked aside. */
async function redisProgram(): Promise<Program> {
  for (const command of ['redis-server', 'valkey-server']) if (answers({ command })) return { command }
  const folder = await unpackOnce()
  const program = { command: join(folder, 'usr/bin/redis-server'), libraries: await librariesIn(folder) }
  if (answers(program)) return program
  throw new Error(`The Redis unpacked in ${folder} does not run: ${toInstall}`)
}

const toInstall = 'install redis-server (or valkey-server), so that it is on the PATH.'

function answers({ command, libraries }: Program): boolean {
  try {
    execFileSync(command, ['--version'], {
      env: { ...process.env, ...(libraries && { LD_LIBRARY_PATH: libraries }) },
      stdio: 'ignore',
    })
    return true
  } catch {
    return false
  }
}

async function unpackOnce(): Promise<string> {
  const cache = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url))
  const folder = join(cache, `redis-${process.arch}`)
  await mkdir(cache, { recursive: true })
  if ((await readdir(cache)).includes(`redis-${process.arch}`)) return folder
  const unpacking = await mkdtemp(`${folder}-`)
  try {
    await unpackPackages(unpacking)
    // Named only once complete, so that nobody ever starts half a Redis.
    await rename(unpacking, folder)
  } catch (error) {
    await rm(unpacking, { recursive: true, force: true })
    // Another process may have been quicker; its copy is the same.
    if (!(await readdir(cache)).includes(`redis-${process.arch}`)) throw error
  }
  return folder
}

/**
 * Debian's and Ubuntu's own packages of Redis and of the libraries that are missing here. Nothing is installed: apt
 * downloads them, into a folder of ours, and no right of an administrator is needed for that.
 */
async function unpackPackages(folder: string): Promise<void> {
  const archives = join(folder, 'archives')
  const state = join(folder, 'state')
  for (const dir of [archives, state]) await mkdir(join(dir, 'partial'), { recursive: true })
  const options = [
    ['Debug::NoLocking', 'true'],
    ['APT::Sandbox::User', ''],
    ['Acquire::Retries', '3'],
    ['Dir::Cache::archives', `${archives}/`],
    ['Dir::Cache::pkgcache', ''],
    ['Dir::Cache::srcpkgcache', ''],
  ]
  const wanted = ['install', '--yes', '--download-only', '--no-install-recommends', 'redis-server']
  const apt = (args: string[], more: string[][] = []) =>
    execFileSync(
      'apt-get',
      [...[...options, ...more].flatMap(([name, value]) => ['-o', `${name}=${value}`]), ...args],
      {
        stdio: 'pipe',
      },
    )
  try {
    try {
      apt(wanted)
    } catch {
      // What the system knows of its packages may be nothing, or too old.
      const own = [
        ['Dir::State::lists', `${state}/`],
        ['APT::Update::Post-Invoke::', 'true'],
      ]
      apt(['update'], own)
      apt(wanted, own)
    }
    for (const name of await readdir(archives)) {
      if (name.endsWith('.deb')) execFileSync('dpkg', ['--extract', join(archives, name), folder])
    }
  } catch (cause) {
    throw new Error(`The tests of several servers need a Redis, and apt could not fetch one: ${toInstall}`, { cause })
  }
  for (const dir of [archives, state]) await rm(dir, { recursive: true })
}

/** Where a Debian package puts libraries depends on the machine: usr/lib/x86_64-linux-gnu. */
async function librariesIn(folder: string): Promise<string> {
  const lib = join(folder, 'usr/lib')
  const names = await readdir(lib).catch((): string[] => [])
  return names.map((name) => join(lib, name)).join(':')
}
