import type pg from 'pg'

/** Whether the database has that table. A database of an older version may not have it until it is migrated. */
export async function tableExists(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query('select to_regclass($1) is not null as is_there', [table])
  return rows[0]?.is_there === true
}
