import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../database/database.ts'
import { embeddedDatabase } from '../../database/embedded/embedded.ts'
import { asEngine } from '../http/statements.ts'

const platform = join(import.meta.dirname, '../../database/platform/migrations')
const LAST_WITH_VERSIONS = '0091_one_sweep.sql'
const NO_VERSIONS = '0100_no_versions.sql'

let home: string
let database: Database

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'no-versions-'))
  database = await embeddedDatabase(join(home, 'db'))
  await sql('create schema engine')
  const files = readdirSync(platform).sort()
  for (const file of files.filter((name) => name <= LAST_WITH_VERSIONS)) await apply(file)
}, 60_000)
afterAll(async () => {
  await database.close()
  await rm(home, { recursive: true, force: true })
})

const sql = (text: string) => database.run<Record<string, unknown>>(asEngine, { text })
const apply = (file: string) => database.transaction({}, (tx) => tx.query(readFileSync(join(platform, file), 'utf8')))

/** As the service wrote a file while buckets kept versions. */
const write = (bucket: string, name: string, version: string) =>
  sql(`insert into storage.objects (bucket_id, name, version) values ('${bucket}', '${name}', '${version}')
    on conflict (bucket_id, name) where archived_at is null do update set version = excluded.version`)

it('a database that kept versions of files keeps each file that is there, and nothing else', async () => {
  await sql(`insert into storage.buckets (id, name, versioning_status)
    values ('plain', 'plain', 'DISABLED'), ('kept', 'kept', 'ENABLED'), ('paused', 'paused', 'SUSPENDED')`)
  for (const bucket of ['plain', 'kept', 'paused']) {
    await write(bucket, 'letter', `${bucket}-1`)
    await write(bucket, 'letter', `${bucket}-2`)
    await write(bucket, 'gone', `${bucket}-3`)
    await sql(`delete from storage.objects where bucket_id = '${bucket}' and name = 'gone' and archived_at is null`)
  }
  const before = await sql(
    `select * from storage.objects where name = 'letter' and archived_at is null order by version`,
  )
  expect(before).toHaveLength(3)
  expect(await sql('select from storage.objects where archived_at is not null or is_delete_marker')).not.toEqual([])

  await apply(NO_VERSIONS)

  expect(await sql('select * from storage.objects order by version')).toEqual(before)
  expect(await sql('select distinct versioning_status from storage.buckets')).toEqual([
    { versioning_status: 'DISABLED' },
  ])
  await sql(`delete from storage.objects where name = 'letter'`)
  expect(await sql('select from storage.objects')).toEqual([])
})

it('SQL that switches versions on is refused', async () => {
  const switched = sql(`insert into storage.buckets (id, name, versioning_status) values ('a', 'a', 'ENABLED')`)
  await expect(switched).rejects.toThrow('buckets_versioning_status_check')
})
