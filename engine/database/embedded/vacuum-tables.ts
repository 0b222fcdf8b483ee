import type { Connections } from '../create-database.ts'
import type { Database } from '../database.ts'

/**
 * Tables that PostgreSQL's autovacuum would clean, by its own default thresholds: a fifth of the rows are dead or new,
 * or transaction ids have grown so old that they would wrap around. The catalogs are included.
 */
const TABLES_TO_VACUUM = `
  select format('%I.%I', nspname, relname) as name
  from pg_catalog.pg_class c
  join pg_catalog.pg_namespace n on n.oid = relnamespace
  where relkind in ('r', 'm')
    and (
      pg_stat_get_dead_tuples(c.oid) > 50 + 0.2 * greatest(reltuples, 0)
      or pg_stat_get_ins_since_vacuum(c.oid) > 1000 + 0.2 * greatest(reltuples, 0)
      or age(relfrozenxid) > current_setting('autovacuum_freeze_max_age')::int
    )
  order by 1`

/**
 * Frees the room of changed and removed rows: PGlite is a single process and has no autovacuum. Each table is a turn of
 * its own, behind the work that waits already. Cleaning 50,000 rows of which a third are dead takes a tenth of a
 * second, and most tables are far smaller.
 */
export async function vacuumTables(database: Pick<Database, 'run'>, connections: Connections): Promise<string[]> {
  // Postgres holds its counters back for a second.
  await database.run({}, { text: 'select pg_stat_force_next_flush()' })
  const tables = await database.run<{ name: string }>({}, { text: TABLES_TO_VACUUM })
  // VACUUM cannot run inside a transaction.
  for (const { name } of tables) await connections.exclusive((client) => client.query(`vacuum ${name}`))
  return tables.map(({ name }) => name)
}
