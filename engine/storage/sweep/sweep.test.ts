import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../database/database.ts'
import { throwawayDatabase } from '../../testing/throwaway-database.ts'
import { diskStore } from '../files/disk-store.ts'
import type { FileStore } from '../files/file-store.ts'
import { openTempFiles } from '../files/temp-files.ts'
import { asEngine } from '../http/caller-settings.ts'
import { missingFiles, noteMissingFile } from '../rows/missing-files.ts'
import { claimStore } from './claim-store.ts'
import { recheckMissing } from './review-quarantine.ts'
import { type SweepResult, sweep as sweepServices } from './sweep.ts'

let home: string
let database: Database & AsyncDisposable
let folder: string
let store: FileStore
let warnings: string[]

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'engine-sweep-'))
  database = await throwawayDatabase()
  await sql("insert into storage.buckets (id, name) values ('files', 'files')")
})
afterAll(async () => {
  await database[Symbol.asyncDispose]()
  await rm(home, { recursive: true, force: true })
})
beforeEach(async () => {
  folder = await mkdtemp(join(home, 'files-'))
  store = diskStore(folder, (await openTempFiles(join(folder, 'incoming'), { isAlone: true })).folder)
  await empty()
  await sql('delete from engine.file_store')
  await sql('delete from engine.missing_files')
  warnings = []
})

const log = { warn: (_error: unknown, message: string) => void warnings.push(message) }
const sweep = () => sweepServices({ database, store, log })
const nothing: SweepResult = { setAside: 0, broughtBack: 0, erased: 0, missing: 0 }

const sql = (text: string, values: unknown[] = []) =>
  database.run({ settings: { 'storage.allow_delete_query': 'true' } }, { text, values })
const empty = () => database.run(asEngine, { text: 'delete from storage.objects' })
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

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
async function files() {
  const versions: string[] = []
  for await (const { version } of store.list()) versions.push(version)
  return versions.sort()
}
async function quarantine() {
  const versions: string[] = []
  for await (const { version } of store.quarantine.list()) versions.push(version)
  return versions.sort()
}
/** Makes a file seem to have been in the quarantine for some days. */
async function setAsideEarlier(version: string, days: number) {
  await store.quarantine.add([version])
  const dayOf = (date: Date) => join(folder, 'quarantine', date.toISOString().slice(0, 10))
  await cp(join(dayOf(new Date()), version), join(dayOf(hoursAgo(24 * days)), version), { recursive: true })
  await rm(join(dayOf(new Date()), version))
}
const rows = async () =>
  (await sql('select version from storage.objects order by version')).map(({ version }) => version)

describe('the sweep', () => {
  beforeEach(async () => void (await claimStore(database, store)))

  it('leaves a file and its row alone', async () => {
    const kept = await row(48, await file(48))
    expect(await sweep()).toEqual(nothing)
    expect([await files(), await rows()]).toEqual([[kept], [kept]])
  })

  it('sets files without a row aside, and marks rows without a file', async () => {
    const orphan = await file(2)
    const kept = await row(2, randomUUID())
    expect(await sweep()).toEqual({ ...nothing, setAside: 1, missing: 1 })
    expect([await files(), await quarantine(), await rows()]).toEqual([[], [orphan], [kept]])
    expect(await missingFiles(database)).toBe(1)
  })

  it('names a missing file once, and takes the mark away when the file is back', async () => {
    const version = await row(2, await file(2))
    const path = join(folder, version.slice(0, 2), version)
    await sweep()
    await rename(path, join(folder, 'elsewhere'))
    expect(await sweep()).toEqual({ ...nothing, missing: 1 })
    expect(await sweep()).toEqual({ ...nothing, missing: 1 })
    await noteMissingFile({ database, log }, version)
    expect(warnings).toEqual([expect.stringContaining(`files/${version}`)])
    await recheckMissing(database, store)
    expect(await missingFiles(database)).toBe(1)

    await rename(join(folder, 'elsewhere'), path)
    await recheckMissing(database, store)
    expect(await missingFiles(database)).toBe(0)
    expect(await sweep()).toEqual(nothing)
    expect([await files(), await rows()]).toEqual([[version], [version]])
  })

  it('no longer misses a file that was uploaded again or deleted', async () => {
    await row(2, randomUUID())
    const other = await row(2, randomUUID())
    expect(await sweep()).toMatchObject({ missing: 2 })
    await sql('update storage.objects set version = $1 where version = $2', [await file(0), other])
    expect(await missingFiles(database)).toBe(1)
    await empty()
    expect(await sweep()).toEqual(nothing)
    expect(await sql('select from engine.missing_files')).toEqual([])
  })

  it('brings a file back whose row comes again within thirty days', async () => {
    const version = await file(2)
    expect(await sweep()).toEqual({ ...nothing, setAside: 1 })
    await row(2, version)
    expect(await sweep()).toEqual({ ...nothing, broughtBack: 1 })
    expect([await files(), await quarantine()]).toEqual([[version], []])
  })

  it('brings it back at once where somebody asks for it', async () => {
    const version = await file(2)
    await sweep()
    await row(2, version)
    await noteMissingFile({ database, log }, version)
    await recheckMissing(database, store)
    expect([await files(), await missingFiles(database)]).toEqual([[version], 0])
  })

  it('erases what was set aside thirty days ago, however old the file is', async () => {
    const [old, recent] = [await file(24 * 90), await file(24 * 90)]
    await setAsideEarlier(old, 32)
    await setAsideEarlier(recent, 29)
    expect(await sweep()).toEqual({ ...nothing, erased: 1 })
    expect(await quarantine()).toEqual([recent])
  })

  it('decides nothing where it cannot read', async () => {
    const version = await row(2, await file(2))
    await sweep()
    await rename(join(folder, version.slice(0, 2)), join(folder, 'away'))
    await writeFile(join(folder, version.slice(0, 2)), 'no folder')
    await expect(sweep()).rejects.toThrow('ENOTDIR')
    expect([await missingFiles(database), await rows()]).toEqual([0, [version]])
  })

  it('decides nothing where the disk goes away meanwhile', async () => {
    const version = await row(2, await file(2))
    const list = store.list
    store.list = async function* () {
      await rename(folder, `${folder}-unmounted`)
      yield* list.call(store)
    }
    await expect(sweep()).rejects.toThrow('went away')
    expect([await missingFiles(database), await rows()]).toEqual([0, [version]])
  })

  it('waits an hour for the row of a file, and for no file of a row', async () => {
    const young = await file(0.9)
    const aSecond = 1 / 3600
    await row(aSecond, randomUUID())
    expect(await sweep()).toEqual({ ...nothing, missing: 1 })
    expect(await files()).toEqual([young])
  })

  it('misses no file that comes while it lists', async () => {
    const list = store.list
    store.list = async function* () {
      yield* list.call(store)
      await row(0, await file(0))
    }
    expect(await sweep()).toEqual(nothing)
  })

  it.each(['tus', 's3'])(
    'leaves the parts of %s uploads alone, until the time of the upload is over',
    async (protocol) => {
      const [part, id] = [await file(30), randomUUID()]
      await sql(
        `insert into engine.unfinished_uploads (id, protocol, bucket_id, name, role, is_signed, upsert, particulars)
        values ($1, $2, 'files', 'film.mp4', 'authenticated', false, false, '{}')`,
        [id, protocol],
      )
      await sql(
        'insert into engine.unfinished_parts (version, upload_id, place, size, md5) values ($1, $2, 1, 1, $3)',
        [part, id, ''],
      )
      expect(await sweep()).toEqual(nothing)
      expect(await files()).toEqual([part])
      await sql('update engine.unfinished_uploads set created_at = $1', [hoursAgo(25)])
      expect(await sweep()).toEqual(nothing)
      expect([await files(), await quarantine()]).toEqual([[], []])
      expect(await sql('select from engine.unfinished_uploads')).toEqual([])
    },
  )

  it('gets through more than one batch', async () => {
    const versions = Array.from({ length: 1001 }, () => randomUUID())
    await sql(
      "insert into storage.objects (bucket_id, name, version, updated_at) select 'files', v, v, $2 from unnest($1::text[]) v",
      [versions, hoursAgo(2)],
    )
    const kept = await row(2, await file(2))
    expect(await sweep()).toEqual({ ...nothing, missing: 1001 })
    expect(await rows()).toHaveLength(1002)
    expect(warnings).toHaveLength(2)
    await sql('delete from storage.objects where version <> $1', [kept])
    expect(await sweep()).toEqual(nothing)
  })
})
