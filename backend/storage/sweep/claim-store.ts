import { randomUUID } from 'node:crypto'
import type { Database } from '../../database/database.ts'
import type { FileStore } from '../files/file-store.ts'

/**
 * Whether the files of the store are this database's, by a mark that both have. A wrong DATABASE_URL, an empty volume
 * or another bucket must not make the sweep delete everything: where the marks differ, nothing is swept. A store without
 * one becomes this database's, unless rows already say that the files are elsewhere.
 */
export async function claimStore(database: Database, store: FileStore): Promise<boolean> {
  const mark = await store.owner()
  const id = await storeOf(database)
  if (mark !== undefined || id !== undefined) {
    if (mark === id) return true
    if (mark !== undefined || (await hasFiles(database))) return false
  }
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

async function storeOf(database: Database): Promise<string | undefined> {
  const [row] = await database.run<{ id: string }>({}, { text: 'select id from engine.file_store' })
  return row?.id
}

async function hasFiles(database: Database): Promise<boolean> {
  const rows = await database.run({}, { text: 'select from storage.objects limit 1' })
  return rows.length > 0
}
