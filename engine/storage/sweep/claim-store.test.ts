import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../database/database.ts'
import { throwawayDatabase } from '../../testing/throwaway-database.ts'
import { diskStore } from '../files/disk-store.ts'
import type { FileStore } from '../files/file-store.ts'
import { asEngine } from '../http/caller-settings.ts'
import { claimStore } from './claim-store.ts'

let home: string
let database: Database & AsyncDisposable
let store: FileStore

const sql = (text: string, values: unknown[] = []) => database.run(asEngine, { text, values })

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'claim-store-'))
  database = await throwawayDatabase()
  await sql("insert into storage.buckets (id, name) values ('files', 'files')")
})
afterAll(async () => {
  await database[Symbol.asyncDispose]()
  await rm(home, { recursive: true, force: true })
})
beforeEach(async () => {
  store = diskStore(await mkdtemp(join(home, 'files-')), home)
  await sql('delete from storage.objects')
  await sql('delete from engine.file_store')
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
    await sql("insert into storage.objects (bucket_id, name, version) values ('files', 'a.txt', $1)", [randomUUID()])
    expect(await claimStore(database, diskStore(join(home, 'unmounted'), home))).toBe(false)
  })

  it('not when it has files and the rows are expected', async () => {
    const tempFile = join(home, randomUUID())
    await writeFile(tempFile, 'bytes')
    await store.put(randomUUID(), tempFile)
    expect(await claimStore(database, store)).toBe(false)
  })

  it('an empty one is taken while there are no files', async () => {
    await claimStore(database, store)
    expect(await claimStore(database, diskStore(join(home, 'new-disk'), home))).toBe(true)
  })
})
