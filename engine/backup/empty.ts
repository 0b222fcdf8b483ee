import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { openStore } from '../storage/files/open-files.ts'
import { connectTo } from './plain-client.ts'

/** Something is there already, and stays as it is. */
export class NotEmpty extends Error {}

/** Throws `NotEmpty` where a database, files or keys are already. */
export async function refuseFull(config: Config): Promise<void> {
  const db = join(config.dataDir, 'db')
  if (config.databaseUrl) await refuseTables(config.databaseUrl)
  else if ((await readdir(db).catch(() => [])).length > 0) throw full(`a database in ${db}`)
  const store = await openStore(config, join(config.dataDir, 'files', 'incoming'))
  try {
    for await (const _file of store.list()) throw full('files where STORAGE_URL, or DATA_DIR, says')
  } finally {
    store.close()
  }
}

export const full = (what: string) =>
  new NotEmpty(`There is ${what} already. Nothing is ever overwritten: choose an empty place, or move that away first.`)

async function refuseTables(url: string) {
  const { client, end } = await connectTo(url, 'restore')
  try {
    const { rows } = await client.query(`
      select from pg_tables where schemaname not in ('pg_catalog', 'information_schema') limit 1`)
    if (rows.length > 0) throw full('a table in the database of DATABASE_URL')
  } finally {
    await end()
  }
}
