import type pg from 'pg'
import { IN_BACKUP, quoted } from './list-tables.ts'

type Client = Pick<pg.Client, 'query'>
export type MaterializedView = { schema: string; name: string; isPopulated: boolean }

/** Materialized views, each after those that it reads, also through views. */
export async function materializedViewsOf(client: Client): Promise<MaterializedView[]> {
  const { rows } = await client.query<MaterializedView>(`
    with recursive
      reads as (
        select distinct ev_class as reader, refobjid as source
        from pg_rewrite
        join pg_depend on classid = 'pg_rewrite'::regclass and objid = pg_rewrite.oid
        where refclassid = 'pg_class'::regclass and refobjid <> ev_class
      ),
      levels as (
        select oid, 0 as level from pg_class where relkind = 'm'
        union
        select reader, level + 1 from levels join reads on source = levels.oid
      )
    select nspname as schema, relname as name, relispopulated as "isPopulated"
    from pg_class
    join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'm' and ${IN_BACKUP}
    order by (select max(level) from levels where levels.oid = pg_class.oid), 1, 2`)
  return rows
}

/**
 * Fills materialized views from the restored rows, except those that were empty in the source (`before`); where that is
 * unknown, the ones that migrations have filled. Returns notes about those that cannot be filled.
 */
export async function fillMaterializedViews(
  client: Client,
  before: readonly MaterializedView[] | undefined,
  lookIn: (schema: string) => Promise<void>,
): Promise<string[]> {
  const wasPopulated = new Map(before?.map((view) => [quoted(view), view.isPopulated]))
  const notes: string[] = []
  for (const view of await materializedViewsOf(client)) {
    const isWanted = wasPopulated.get(quoted(view)) ?? view.isPopulated
    if (!isWanted && !view.isPopulated) continue
    await lookIn(view.schema)
    await client.query('savepoint filling')
    try {
      await client.query(`refresh materialized view ${quoted(view)}${isWanted ? '' : ' with no data'}`)
    } catch (error) {
      await client.query('rollback to filling')
      await client.query(`refresh materialized view ${quoted(view)} with no data`)
      const reason = error instanceof Error ? error.message : error
      notes.push(`The materialized view ${quoted(view)} is empty, since its query fails: ${reason}`)
    }
    await client.query('release filling')
  }
  return notes
}
