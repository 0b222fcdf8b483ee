import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../database/database.ts'
import { embeddedDatabase } from '../../database/embedded/embedded.ts'
import { migrate } from '../../database/migrations.ts'
import { diskStore } from '../files/disk.ts'
import { openDrafts } from '../files/drafts.ts'
import type { FileStore } from '../files/file-store.ts'
import { asEngine, permanently } from '../http/statements.ts'
import { addUpload } from '../resumable/uploads.ts'
import { addUpload as addMultipartUpload } from '../s3/uploads.ts'
import { claimStore } from './claim-store.ts'
import { sweep } from './sweep.ts'

let home: string
let database: Database
let folder: string
let store: FileStore

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'mainstreet-sweep-'))
  database = await embeddedDatabase(join(home, 'db'))
  await migrate(database, join(home, 'no-project'))
  await sql("insert into storage.buckets (id, name) values ('files', 'files')")
  await sql("insert into storage.buckets (id, name, versioning_status) values ('letters', 'letters', 'ENABLED')")
}, 60_000)
afterAll(async () => {
  await database.close()
  await rm(home, { recursive: true, force: true })
})
beforeEach(async () => {
  folder = await mkdtemp(join(home, 'files-'))
  store = diskStore(folder, (await openDrafts(join(folder, 'incoming'))).folder)
  await empty()
  await sql('delete from engine.file_store')
})

const sql = (text: string, values: unknown[] = []) =>
  database.run({ settings: { 'storage.allow_delete_query': 'true' } }, { text, values })
const empty = () => database.run(permanently(asEngine), { text: 'delete from storage.objects' })
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

const anUpload = {
  bucketId: 'files',
  key: 'film.mp4',
  ownerId: null,
  role: 'authenticated',
  isSigned: false,
  upsert: false,
  metadata: '',
  size: 9,
}

async function file(age: number, version = randomUUID()) {
  const path = join(folder, 'incoming', randomUUID())
  await writeFile(path, 'bytes')
  await utimes(path, hoursAgo(age), hoursAgo(age))
  await store.put(version, path)
  return version
}
async function row(age: number, version: string) {
  await sql('insert into storage.objects (bucket_id, name, version, updated_at) values ($1, $2, $2, $3)', [
    'files',
    version,
    hoursAgo(age),
  ])
  return version
}
/** As the service writes a file to a key where there may be one, in a bucket that keeps versions. */
async function replace(name: string, version: string) {
  await sql(
    `insert into storage.objects (bucket_id, name, version, updated_at) values ('letters', $1, $2, $3)
      on conflict (bucket_id, name) where archived_at is null do update set version = excluded.version`,
    [name, version, hoursAgo(48)],
  )
  return version
}
async function files() {
  const versions: string[] = []
  for await (const { version } of store.list()) versions.push(version)
  return versions.sort()
}
const rows = async () =>
  (await sql('select version from storage.objects order by version')).map(({ version }) => version)

describe('the sweep', () => {
  it('leaves a file and its row alone', async () => {
    const kept = await row(48, await file(48))
    expect(await sweep(database, store)).toEqual({ files: 0, rows: 0 })
    expect([await files(), await rows()]).toEqual([[kept], [kept]])
  })

  it('removes files without a row and rows without a file', async () => {
    await file(2)
    await row(2, randomUUID())
    expect(await sweep(database, store)).toEqual({ files: 1, rows: 1 })
    expect([await files(), await rows()]).toEqual([[], []])
  })

  it('waits an hour, since either may be on its way', async () => {
    await file(0.9)
    await row(0.9, randomUUID())
    expect(await sweep(database, store)).toEqual({ files: 0, rows: 0 })
  })

  it('leaves the parts of uploads alone, until the time of the upload is over', async () => {
    const part = await file(30)
    const { id } = await addUpload(database, { ...anUpload, id: randomUUID() })
    await sql('insert into engine.upload_parts (version, upload_id, start) values ($1, $2, 0)', [part, id])
    expect(await sweep(database, store)).toEqual({ files: 0, rows: 0 })
    expect(await files()).toEqual([part])
    await sql('update engine.uploads set created_at = $1', [hoursAgo(25)])
    expect(await sweep(database, store)).toEqual({ files: 1, rows: 0 })
    expect(await sql('select from engine.uploads')).toEqual([])
  })

  it('leaves the parts of uploads by the S3 protocol alone, too', async () => {
    const part = await file(30)
    const particulars = { mimetype: 'text/plain', cacheControl: 'no-cache', userMetadata: {}, robotsTag: undefined }
    const upload = { id: randomUUID(), bucketId: 'post', key: 'letter', particulars }
    await addMultipartUpload(database, { ownerId: null, role: 'service_role' }, upload)
    await sql(`insert into engine.multipart_parts (version, upload_id, number, size, md5) values ($1, $2, 1, 1, '')`, [
      part,
      upload.id,
    ])
    expect(await sweep(database, store)).toEqual({ files: 0, rows: 0 })
    await sql('update engine.multipart_uploads set created_at = $1', [hoursAgo(25)])
    expect(await sweep(database, store)).toEqual({ files: 1, rows: 0 })
    expect(await sql('select from engine.multipart_uploads')).toEqual([])
  })

  it('leaves delete markers alone, and what versions there are of a file', async () => {
    const versions = [await file(48), await file(48)]
    for (const version of versions) await replace('letter', version)
    await sql("delete from storage.objects where name = 'letter' and archived_at is null")
    await sql('alter table storage.objects disable trigger update_objects_updated_at')
    await sql('update storage.objects set updated_at = $1', [hoursAgo(48)])
    await sql('alter table storage.objects enable trigger update_objects_updated_at')
    expect(await sweep(database, store)).toEqual({ files: 0, rows: 0 })
    expect(await files()).toEqual(versions.sort())
    expect(await rows()).toHaveLength(3)
  })

  it('removes earlier versions by the rules of their bucket', async () => {
    const versions: string[] = []
    for (let n = 0; n < 5; n++) versions.push(await replace('letter', await file(48)))
    const daysOld = async (days: number, ...ofThem: string[]) =>
      sql('update storage.objects set archived_at = now() - make_interval(days => $1) where version = any($2)', [
        days,
        ofThem,
      ])
    const [oldest = '', older = '', old = '', recent = '', current] = versions
    await daysOld(40, oldest)
    await daysOld(30, older)
    await daysOld(20, old)
    await daysOld(5, recent)
    const expire = async (...rules: [status: string, noncurrentDays: number, newerNoncurrentVersions?: number][]) => {
      const said = rules.map(([status, noncurrentDays, newerNoncurrentVersions]) => ({
        ...{ status, filter: {}, noncurrentVersionExpiration: { noncurrentDays, newerNoncurrentVersions } },
      }))
      await sql("update storage.buckets set lifecycle_configuration = $1 where id = 'letters'", [
        JSON.stringify({ rules: said }),
      ])
      return sweep(database, store)
    }
    expect(await expire(['Disabled', 1])).toEqual({ files: 0, rows: 0 })
    expect(await expire(['Enabled', 41], ['Enabled', 1, 4])).toEqual({ files: 0, rows: 0 })
    expect(await expire(['Enabled', 20, 3])).toEqual({ files: 1, rows: 0 })
    expect(await files()).toEqual([older, old, recent, current].sort())
    expect(await expire(['Enabled', 20, 3], ['Enabled', 20])).toEqual({ files: 2, rows: 0 })
    expect(await rows()).toEqual([recent, current].sort())
  })

  it('gets through more than one batch', async () => {
    const versions = Array.from({ length: 1001 }, () => randomUUID())
    await sql(
      "insert into storage.objects (bucket_id, name, version, updated_at) select 'files', v, v, $2 from unnest($1::text[]) v",
      [versions, hoursAgo(2)],
    )
    const kept = await row(2, await file(2))
    expect(await sweep(database, store)).toEqual({ files: 0, rows: 1001 })
    expect(await rows()).toEqual([kept])
  })
})

describe('a store is swept only for the database it belongs to', () => {
  it('which is the first that comes, and stays so', async () => {
    expect(await claimStore(database, store)).toBe(true)
    expect(await claimStore(database, store)).toBe(true)
  })

  it('not for another one', async () => {
    await claimStore(database, store)
    await sql('delete from engine.file_store')
    expect(await claimStore(database, store)).toBe(false)
  })

  it('not when it is empty and the files are expected', async () => {
    await claimStore(database, store)
    await row(2, randomUUID())
    const otherStore = diskStore(join(home, 'unmounted'), folder)
    expect(await claimStore(database, otherStore)).toBe(false)
  })

  it('an empty one is taken while there are no files', async () => {
    await claimStore(database, store)
    const fresh = diskStore(join(home, 'new-disk'), folder)
    expect(await claimStore(database, fresh)).toBe(true)
  })
})
