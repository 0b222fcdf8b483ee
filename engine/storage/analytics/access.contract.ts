import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../database/database.ts'
import { embeddedDatabase } from '../../database/embedded/embedded.ts'
import { migrate } from '../../database/migrations/migrate.ts'
import { postgresDatabase } from '../../database/postgres.ts'
import { everyTable } from '../../testing/feature-tables.ts'
import { freshDatabase } from '../../testing/fresh-database.ts'
import { rehearse } from '../http/statements.ts'

/* Who may do what in SQL with the rows of catalogs, as data: caller × table × verb. */

const refused = 'refused'
const nothing = { select: 0, insert: refused, update: refused, delete: refused }
const all = { select: 1, insert: 1, update: 1, delete: 1 }

/** How many rows each reaches. A stranger's way to buckets is as open as to other buckets, and no policy lets them pass. */
const matrix = {
  anon: {
    buckets_analytics: { select: 0, insert: refused, update: 0, delete: 0 },
    iceberg_namespaces: nothing,
    iceberg_tables: nothing,
  },
  authenticated: {
    buckets_analytics: { select: 0, insert: refused, update: 0, delete: 0 },
    iceberg_namespaces: nothing,
    iceberg_tables: nothing,
  },
  service_role: { buckets_analytics: all, iceberg_namespaces: all, iceberg_tables: all },
} as const

const tables = ['buckets_analytics', 'iceberg_namespaces', 'iceberg_tables'] as const
type Table = (typeof tables)[number]

const empty = '00000000-0000-0000-0000-000000000001'

const added = {
  buckets_analytics: `(name) values ('new')`,
  iceberg_namespaces: `(catalog_id, bucket_name, name) values ('${empty}', 'spare', 'new')`,
  iceberg_tables: `(namespace_id, catalog_id, bucket_name, name, location, metadata_location, metadata)
    values ('${empty}', '${empty}', 'spare', 'new', 'a', 'b', '{}')`,
} as const

/** On the rows named spare, which nothing belongs to. */
const statements = {
  select: (table: Table) => `select name from storage.${table} where name = 'spare'`,
  insert: (table: Table) => `insert into storage.${table} ${added[table]} returning name`,
  update: (table: Table) => `update storage.${table} set updated_at = now() where name = 'spare' returning name`,
  delete: (table: Table) => `delete from storage.${table} where name = 'spare' returning name`,
} as const

const folder = mkdtempSync(join(tmpdir(), 'engine-analytics-'))
let database: Database

beforeAll(async () => {
  database = process.env.TEST_POSTGRES_URL
    ? postgresDatabase(await freshDatabase(process.env.TEST_POSTGRES_URL))
    : await embeddedDatabase(join(folder, 'db'))
  await migrate(database, join(folder, 'no-project'), everyTable)
  await database.transaction({}, (tx) =>
    tx.query(`
      insert into storage.buckets_analytics (id, name)
        values ('${empty}', 'taken'), (gen_random_uuid(), 'spare');
      insert into storage.iceberg_namespaces (id, catalog_id, bucket_name, name)
        values ('${empty}', '${empty}', 'taken', 'taken'), (gen_random_uuid(), '${empty}', 'taken', 'spare');
      insert into storage.iceberg_tables
          (namespace_id, catalog_id, bucket_name, name, location, metadata_location, metadata)
        values ('${empty}', '${empty}', 'taken', 'spare', 'here', 'there', '{}');
    `),
  )
}, 60_000)
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

async function reached(role: string, text: string): Promise<number | string> {
  try {
    const seen = await rehearse(database, { caller: { role, claims: { role } } }, { text, values: [] })
    return seen.length
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '42501') return refused
    throw error
  }
}

const rows = Object.entries(matrix).flatMap(([role, rights]) =>
  tables.map((table) => ({ role, table, rights: rights[table] })),
)

describe.each(rows)('$role with $table', ({ role, table, rights }) => {
  it.each(['select', 'insert', 'update', 'delete'] as const)('%s', async (verb) => {
    expect(await reached(role, statements[verb](table))).toBe(rights[verb])
  })
})
