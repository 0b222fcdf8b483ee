import pg from 'pg'
import type { Database } from '../database/database.ts'

/**
 * Runs vacuum, as autovacuum and the embedded database's housekeeping do after a while; it cannot run in a transaction.
 */
export async function vacuum(database: Database, table: string, postgresUrl?: string): Promise<void> {
  const text = `vacuum analyze ${table}`
  if (postgresUrl === undefined) {
    await database.raw?.((ask) => ask(simpleQuery(text)))
    return
  }
  const client = new pg.Client({ connectionString: postgresUrl })
  await client.connect()
  await client.query(text)
  await client.end()
}

function simpleQuery(text: string): Buffer {
  const message = Buffer.from(`Q0000${text}\0`)
  message.writeInt32BE(message.length - 1, 1)
  return message
}
