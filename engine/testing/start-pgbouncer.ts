import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { debianProgram } from './debian-program.ts'
import { freePort } from './free-port.ts'
import { untilPrinted } from './until-printed.ts'

/** PgBouncer of the distribution, or the program that PGBOUNCER names. */
const pgbouncerProgram = () =>
  debianProgram({
    names: process.env.PGBOUNCER ? [process.env.PGBOUNCER] : ['pgbouncer', '/usr/sbin/pgbouncer'],
    file: 'usr/sbin/pgbouncer',
    debian: 'pgbouncer',
    ask: '--version',
  })

const NOBODY = 65534

/** Starts a real PgBouncer in transaction mode in front of every database of a PostgreSQL; removed when stopped. */
export async function startPgBouncer(serverUrl: string, settings: Record<string, string | number> = {}) {
  const { command, env } = await pgbouncerProgram()
  const { hostname, port: behind, username } = new URL(serverUrl)
  const folder = mkdtempSync(join(tmpdir(), 'engine-pgbouncer-'))
  chmodSync(folder, 0o755) // PgBouncer refuses to run as root, as PostgreSQL does.
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  const all = {
    ...{ listen_addr: '127.0.0.1', listen_port: port, unix_socket_dir: '', pool_mode: 'transaction' },
    ...{ auth_type: 'trust', auth_file: join(folder, 'users.txt'), max_client_conn: 2_000, default_pool_size: 20 },
    ...settings,
  }
  writeFileSync(all.auth_file, `"${username}" ""\n`)
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`)
  writeFileSync(file, `[databases]\n* = host=${hostname} port=${behind}\n[pgbouncer]\n${lines.join('\n')}\n`)
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  const child = spawn(command, [file], { ...user, env, stdio: ['ignore', 'ignore', 'pipe'] })
  const exited = once(child, 'exit')
  await untilPrinted(child.stderr, 'process up')
  return {
    url: Object.assign(new URL(serverUrl), { port: String(port) }).href,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGKILL')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
