import type pg from 'pg'
import type { Config } from '../../kernel/config/environment-variables.ts'

/**
 * Throws where a server uses the database. An embedded database is locked by its process; on PostgreSQL servers are
 * found by their application names.
 */
export async function refuseInUse(client: pg.Client, { name, databaseUrl }: Config) {
  if (!databaseUrl) return
  const { rows } = await client.query(
    `select from pg_stat_activity where datname = current_database() and application_name like $1 || '%' limit 1`,
    [name],
  )
  if (rows.length > 0)
    throw new Error('A server is using that database. Stop all of them first, so that nothing is written meanwhile.')
}
