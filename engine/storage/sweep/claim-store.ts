import { randomUUID } from 'node:crypto'
import type { Database } from '../../database/database.ts'
import type { FileStore } from '../files/file-store.ts'

/**
 * Whether the files of the store are this database's, by a mark that both have. With a wrong DATABASE_URL, an empty
 * volume or another bucket, all files would seem to have no row, and all rows no file: where the marks differ, nothing is
 * swept. A store without one becomes this database's, unless there are rows or files already that say otherwise.
 */
export async function claimStore(database: Database, store: FileStore): Promise<boolean> {
  const mark = await store.owner()
  const id = await storeOf(database)
  if (mark !== undefined && mark === id) return true
  if (mark !== undefined) return false
  // Rows that came with a mark have files elsewhere; files that are here already, rows.
  const isOfOthers = (await hasRows(database)) ? id !== undefined : await hasFiles(store)
  if (isOfOthers) return false
  await database.run(
    {},
    {
      text: 'insert into engine.file_store (id) values ($1) on conflict do nothing',
      values: [randomUUID()],
    },
  )
  // Of two processes that start together, one was first.
  const claimed = await storeOf(database)
  if (claimed === undefined) return false
  await store.setOwner(claimed)
  return true
}

/** Whether both have the same mark now. */
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
