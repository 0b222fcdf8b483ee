import type { Connections } from '../create-database.ts'
import type { Database } from '../database.ts'

/**
 * Tables that PostgreSQL's autovacuum would clean, by its own rules and defaults: where a fifth of the rows are dead or
 * new, and where transaction numbers have grown so old that they would run out one day. The catalogs are among them.
 */
const NEGLECTED_TABLES = `
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
 * Makes room again where rows were changed and removed; nobody else does in PGlite, which is one process in all.
 * Each table is a turn of its own, behind whoever waits already: cleaning 50,000 rows of which a third is gone takes
 * a tenth of a second, and most tables are far smaller.
 */
export async function vacuumNeglected(database: Pick<Database, 'run'>, connections: Connections): Promise<string[]> {
  // Postgres keeps what it counted to itself for a second.
  await database.run({}, { text: 'select pg_stat_force_next_flush()' })
  const neglected = await database.run<{ name: string }>({}, { text: NEGLECTED_TABLES })
  // Not as a transaction, in which Postgres refuses it.
  for (const { name } of neglected) await connections.exclusive((client) => client.query(`vacuum ${name}`))
  return neglected.map(({ name }) => name)
}
