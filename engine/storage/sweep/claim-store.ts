import { randomUUID } from 'node:crypto'
import type { Database } from '../../database/database.ts'
import type { FileStore } from '../files/file-store.ts'

/**
 * Whether the store's files belong to this database, by an id that both hold. With a wrong DATABASE_URL, an empty
 * volume or another bucket, all files would seem to have no row, or all rows no file; where the ids differ, nothing is
 * swept. A store without an id is claimed for this database, unless existing rows or files contradict it.
 */
export async function claimStore(database: Database, store: FileStore): Promise<boolean> {
  const mark = await store.owner()
  const id = await storeOf(database)
  if (mark !== undefined && mark === id) return true
  if (mark !== undefined) return false
  // A database with an id and rows has its files in another store; a store with files belongs to another database.
  const isOfOthers = (await hasRows(database)) ? id !== undefined : await hasFiles(store)
  if (isOfOthers) return false
  await database.run(
    {},
    {
      text: 'insert into engine.file_store (id) values ($1) on conflict do nothing',
      values: [randomUUID()],
    },
  )
  // Only one of two processes that start together sets the id.
  const claimed = await storeOf(database)
  if (claimed === undefined) return false
  await store.setOwner(claimed)
  return true
}

/** Whether the database and the store have the same id now. */
export async function ownsStore(database: Database, store: FileStore): Promise<boolean> {
  const mark = await store.owner()
  return mark !== undefined && mark === (await storeOf(database))
}

async function storeOf(database: Database): Promise<string | undefined> {
  const [row] = await database.run<{ id: string }>({}, { text: 'select id from engine.file_store' })
  return row?.id
}

async function hasRows(database: Database): Promise<boolean> {
  const rows = await database.run({}, { text: 'select from storage.objects limit 1' })
  return rows.length > 0
}

async function hasFiles(store: FileStore): Promise<boolean> {
  for await (const _file of store.list()) return true
  return false
}
