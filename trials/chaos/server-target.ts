import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, untilPrinted } from 'engine/testing'
import { isUp, killed, type Target } from './faults.ts'
import { smallDisk } from './small-disk.ts'

const DISK_MB = 64

type Options = { home: string; env: Record<string, string>; keysOf?: string; seed?: boolean }

/** Starts one of several servers, with a DATA_DIR of its own and the keys that all share. */
export async function startServerTarget(
  name: string,
  { home, env, keysOf, seed = false }: Options,
): Promise<Target & { address: string; dataDir: string }> {
  const disk = smallDisk(join(home, name.replace(' ', '-')), DISK_MB)
  const keys = join(disk.folder, 'keys.json')
  if (keysOf !== undefined && !existsSync(keys)) cpSync(join(keysOf, 'keys.json'), keys)
  const port = await freePort()
  const settings = { DATA_DIR: disk.folder, PORT: String(port), RATE_LIMITS: 'off', LOG_LEVEL: 'error', ...env }
  let server: ChildProcess | undefined
  let isFirst = true

  async function start() {
    const child = spawn('node', ['main.ts', ...(seed && isFirst ? ['--seed'] : [])], {
      env: { ...process.env, ...settings },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    server = child
    isFirst = false
    await untilPrinted(child.stdout, ' is at http')
    child.stdout.resume()
  }

  await start()
  return {
    name,
    address: `127.0.0.1:${port}`,
    dataDir: disk.folder,
    pids: () => (server?.pid === undefined ? [] : [server.pid]),
    start,
    isUp: () => isUp(server),
    kill: () => killed(server),
    fill: disk.fill,
    empty: disk.empty,
    async end() {
      await killed(server)
      disk.end()
    },
  }
}
