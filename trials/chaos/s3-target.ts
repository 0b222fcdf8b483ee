import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { freePort, untilPrinted } from 'engine/testing'
import { isUp, killed, type Target } from './faults.ts'
import { smallDisk } from './small-disk.ts'

const DISK_MB = 64

/** Starts an S3 server in a process of its own, on a disk of its own. */
export async function startS3Target(home: string): Promise<Target & { env: Record<string, string> }> {
  const disk = smallDisk(join(home, 's3'), DISK_MB)
  const port = await freePort()
  const program = join(import.meta.dirname, 's3-process.ts')
  let server: ChildProcess | undefined

  async function start() {
    const child = spawn(process.execPath, [program, disk.folder, String(port)], { stdio: ['ignore', 'pipe', 'ignore'] })
    server = child
    await untilPrinted(child.stdout, 'is there')
  }

  await start()
  return {
    name: 'S3',
    env: {
      STORAGE_URL: `s3://files?endpoint=http://127.0.0.1:${port}&region=us-east-1`,
      ...{ AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' },
    },
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
