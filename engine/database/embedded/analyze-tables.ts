import type { Database } from '../database.ts'

/**
 * Tables that have grown or shrunk by a fifth since they were last analyzed. Tables of a few pages are left out,
 * because any plan is fast on them.
 */
const CHANGED_TABLES = `
  select format('%I.%I', schemaname, tablename) as name
  from pg_catalog.pg_tables
  join pg_catalog.pg_class on pg_class.oid = format('%I.%I', schemaname, tablename)::regclass
  cross join lateral (select pg_relation_size(pg_class.oid) / current_setting('block_size')::int as pages) as now
  where schemaname not in ('pg_catalog', 'information_schema')
    and pages > 8
    and (reltuples < 0 or abs(pages - relpages) > relpages * 0.2)`

/**
 * Analyzes tables that have changed. PostgreSQL has a process for that; PGlite is a single process, and without
 * statistics the planner assumes small tables and selective filters. Each table is a statement of its own, so that
 * other work waits for one table at most (half a second for 60,000 rows).
 */
export async function refreshStatistics(database: Pick<Database, 'run'>): Promise<string[]> {
  const changed = await database.run<{ name: string }>({}, { text: CHANGED_TABLES })
  for (const { name } of changed) await database.run({}, { text: `analyze ${name}` })
  return changed.map(({ name }) => name)
}
