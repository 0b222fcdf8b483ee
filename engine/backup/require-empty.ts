import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { connectTo, openFolder } from '../database/offline/plain-client.ts'
import type { Config } from '../kernel/config/environment-variables.ts'
import { openStore } from '../storage/files/open-file-store.ts'

/** The target is not empty. It is left unchanged. */
export class NotEmpty extends Error {}

export const notEmpty = (what: string) =>
  new NotEmpty(`There is ${what} already. Nothing is ever overwritten: choose an empty place, or move that away first.`)

/** Throws `NotEmpty` where there is a database or are files already. */
export async function requireEmpty(config: Config): Promise<void> {
  await requireEmptyDatabase(config)
  const store = await openStore(config, join(config.dataDir, 'files', 'incoming'))
  try {
    for await (const _file of store.list()) throw notEmpty('a file where STORAGE_URL, or DATA_DIR, says')
  } finally {
    store.close()
  }
}

/**
 * Throws `NotEmpty` where the database contains anything. The engine's own tables from a failed attempt do not count.
 */
export async function requireEmptyDatabase({ databaseUrl, dataDir }: Config): Promise<void> {
  const folder = join(dataDir, 'db')
  if (!databaseUrl && (await readdir(folder).catch(() => [])).length === 0) return
  const { client, end } = databaseUrl ? await connectTo(databaseUrl, 'restore') : await openFolder(folder)
  try {
    if (!(await isEmpty(client))) throw notEmpty(databaseUrl ? 'something in the database' : `a database in ${folder}`)
  } finally {
    await end()
  }
}

async function isEmpty(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ has_tables: boolean; is_ours: boolean }>(`
    select
      exists (select from pg_tables where schemaname not in ('pg_catalog', 'information_schema')) as has_tables,
      to_regclass('engine.platform_migrations') is not null and to_regclass('storage.objects') is not null as is_ours`)
  const [found] = rows
  if (!found?.has_tables) return true
  if (!found.is_ours) return false
  const used = await client.query('select from auth.users union all select from storage.objects limit 1')
  return used.rows.length === 0
}
