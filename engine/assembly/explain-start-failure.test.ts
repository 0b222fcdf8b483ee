import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { DatabaseUnreachable } from '../database/database.ts'
import { POSTGRES_VERSION } from '../database/embedded/postgres-version.ts'
import { FileFailed } from '../database/migrations/migration-failed.ts'
import { refuseOld } from '../database/server-version.ts'
import { explainStartFailure } from './explain-start-failure.ts'
import { startEngine } from './start-engine.ts'

const home = await mkdtemp(join(tmpdir(), 'engine-words-'))
afterAll(() => rm(home, { recursive: true, force: true }))
/** None of these faults is the project's, and an empty one leaves a start nothing to migrate. */
const projectDir = await mkdtemp(join(home, 'project-'))
await writeFile(join(projectDir, 'config.toml'), '')
let dataDir = ''
beforeEach(async () => {
  dataDir = await mkdtemp(join(home, 'data-'))
})

const env = (more: NodeJS.ProcessEnv = {}) => ({
  PORT: '0',
  DATA_DIR: dataDir,
  PROJECT_DIR: projectDir,
  LOG_LEVEL: 'silent',
  ...more,
})
const words = (more?: NodeJS.ProcessEnv) =>
  startEngine({ name: 'Engine', env: env(more) }).then(
    () => 'It started.',
    ({ message }: Error) => message,
  )

describe('a start that fails', () => {
  it.each([
    [
      'a database of another PostgreSQL',
      'db/PG_VERSION',
      '16\n',
      /holds a database of PostgreSQL 16.*Start the version that made it/,
    ],
    [
      'a damaged database',
      'db/PG_VERSION',
      `${POSTGRES_VERSION}\n`,
      /is damaged and does not open \((?!.*ASSERTIONS).*Restore DATA_DIR from a backup/,
    ],
    [
      'something else in its place',
      'db/letter.txt',
      'Dear Ana',
      /DATA_DIR should be a folder that was made here, or a new one: .*db holds something else/,
    ],
    ['a damaged lock', 'db.lock', 'no lock '.repeat(1000), /db\.lock is damaged\. .*delete it and start again/],
    ['a file in its place', 'db', '', /DATA_DIR should be a folder: at .*db is something else/],
    ['a folder of files in its place', 'files', '', /DATA_DIR should be a folder: at .*files/],
    [
      'keys that were cut off',
      'keys.json',
      '{"jwtSecret":',
      /keys\.json holds no valid keys\. Restore it from a backup/,
    ],
  ])('over %s says so, and what to do', async (_, file, content, line) => {
    vi.spyOn(console, 'log').mockImplementation(() => {})
    await mkdir(join(dataDir, 'db'), { recursive: true })
    if (file === 'db') await rm(join(dataDir, 'db'), { recursive: true })
    await writeFile(join(dataDir, file), content)
    const said = await words()
    expect(said).toMatch(line)
    expect(said).not.toContain('\n')
  })

  it.each([
    [
      { DATABASE_URL: 'postgresql://127.0.0.1:1/none' },
      'DATABASE_URL should be the address of a database that answers',
    ],
    [{ PROJECT_DIR: '/nowhere/at/all' }, 'PROJECT_DIR should be a folder'],
    [{ SITE_DIR: '/nowhere/at/all' }, 'SITE_DIR should be the folder of a built site'],
    [{ TRUSTED_PROXIES: 'gateway' }, 'TRUSTED_PROXIES should be addresses or networks'],
    [{ MAIL_URL: 'mail.example' }, 'MAIL_URL should be an address'],
    [{ STORAGE_URL: 'https://files.example' }, 'STORAGE_URL should be an address such as s3://bucket'],
    [
      { REDIS_URL: 'redis://localhost:1' },
      'REDIS_URL should be the address of a Redis that answers: connect ECONNREFUSED',
    ],
    [{ REDIS_URL: 'redis.example:6379' }, 'REDIS_URL should be an address such as redis://'],
  ])('at %o names it in one line', async (wrong, line) => {
    const said = await words(wrong)
    expect(said).toContain(line)
    expect(said).not.toContain('\n')
  })

  it('over an address of another machine names HOST, and makes no administrator', async () => {
    const print = vi.spyOn(console, 'log').mockImplementation(() => {})
    const said = await words({ HOST: '192.0.2.7' })
    expect(said).toBe('HOST should be an address of this machine, or 0.0.0.0 for all of them: 192.0.2.7 is not.')
    expect(print.mock.calls.join()).not.toContain('First administrator')
  })
})

it('knows which PostgreSQL is built in', async () => {
  const { dataDir: files } = await import('@electric-sql/pglite-prepopulatedfs')
  const { unpackTar } = await import('modern-tar/fs')
  const { pipeline } = await import('node:stream/promises')
  const { createGunzip } = await import('node:zlib')
  await pipeline((await files()).stream(), createGunzip(), unpackTar(dataDir))
  expect(Number(await readFile(join(dataDir, 'PG_VERSION'), 'utf8'))).toBe(POSTGRES_VERSION)
})

const errno = (code: string, path: string) => Object.assign(new Error(`${code}: no, open '${path}'`), { code })
const folders = { dataDir: '/data', projectDir: '/app/supabase', siteDir: '/app/site', databaseUrl: undefined }

it.each([
  [
    errno('EACCES', '/data/files'),
    /^DATA_DIR should be a folder that this user may read and write.*\/data\/files is not/,
  ],
  [errno('EACCES', '/app/supabase/migrations'), /^PROJECT_DIR should be/],
  [errno('EROFS', '/data/db.holder'), /^DATA_DIR should be a folder that can be written to: .* read-only/],
  [new Error('ENOSPC: no space left on device, write'), /^DATA_DIR needs room on its disk/],
  [new DatabaseUnreachable('ENOSPC: no space left on device, write'), /^DATA_DIR needs room on its disk/],
  [Object.assign(new Error('database or disk is full'), { errcode: 13 }), /^DATA_DIR needs room on its disk/],
  [errno('EIO', '/data/keys.json'), /^DATA_DIR lies on a disk that fails/],
])('says of %s what to do', async (error, line) => {
  expect(await explainStartFailure(error, folders)).toMatch(line)
})

it('says what is the matter with the PostgreSQL', async () => {
  const config = { ...folders, databaseUrl: 'postgresql://db/x' }
  expect(await explainStartFailure(new DatabaseUnreachable('connect ECONNREFUSED'), config)).toBe(
    'DATABASE_URL should be the address of a database that answers: connect ECONNREFUSED.',
  )
  const cause = Object.assign(new pg.DatabaseError('permission denied to create role', 0, 'error'), { code: '42501' })
  const failed = (isOurs: boolean) =>
    new FileFailed('Migration 1.sql failed', { key: '1.sql', isOurs, waitsForCommit: false, cause })
  expect(await explainStartFailure(failed(true), config)).toMatch(
    /^DATABASE_URL should name a superuser for the first start/,
  )
  expect(await explainStartFailure(failed(false), config)).toBe('Migration 1.sql failed')
  expect(await explainStartFailure(failed(true), folders)).toBe('Migration 1.sql failed')
  expect(() => refuseOld({ major: 14, version: '14.9 (Debian)' })).toThrow(
    'DATABASE_URL should be that of PostgreSQL 15 or later: this is 14.9 (Debian).',
  )
  expect(() => refuseOld({ major: 15, version: '15.1' })).not.toThrow()
})
