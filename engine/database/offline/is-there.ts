import type pg from 'pg'

/** Whether a database knows that table: one that older code made may not, until it is brought up to date. */
export async function isThere(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query('select to_regclass($1) is not null as is_there', [table])
  return rows[0]?.is_there === true
}
