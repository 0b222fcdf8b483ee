import type { Database } from '../database.ts'

/**
 * Tables that are a fifth larger or smaller than when they were last looked at. The smallest are left alone: there is
 * only one way through a few pages.
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
 * Tells the planner how much there is of what. PostgreSQL has a process for that; PGlite has one process in all, and
 * without statistics the planner takes every table for small and every filter for sharp.
 * Each table is a statement of its own, so that nobody waits for more than one (half a second for 60,000 rows).
 */
export async function refreshStatistics(database: Pick<Database, 'run'>): Promise<string[]> {
  const changed = await database.run<{ name: string }>({}, { text: CHANGED_TABLES })
  for (const { name } of changed) await database.run({}, { text: `analyze ${name}` })
  return changed.map(({ name }) => name)
}
