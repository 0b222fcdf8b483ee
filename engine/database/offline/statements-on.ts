import type pg from 'pg'
import type { Database } from '../database.ts'

/** Runs each statement on this connection, as the engine itself. */
export const statementsOn = (client: pg.Client): Pick<Database, 'run'> => ({
  run: async (_options, { text, values }) => (await client.query(text, values && [...values])).rows,
})
