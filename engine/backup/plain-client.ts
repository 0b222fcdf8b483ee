import pg from 'pg'
import { lockFolder } from '../database/embedded/folder-lock.ts'
import { ProtocolStream } from '../database/embedded/protocol-stream.ts'

/** Rows of a large table, and indexes over them, may take their time. */
const PATIENT_MS = 6 * 60 * 60_000

/** A connection of its own, and how it is ended. */
export type PlainClient = { client: pg.Client; end(): Promise<void> }

/** To PostgreSQL. */
export async function connectTo(url: string, name: string): Promise<PlainClient> {
  const client = new pg.Client({ connectionString: url, application_name: name })
  client.on('error', () => undefined) // The statement under way says so.
  await client.connect()
  return { client, end: () => client.end() }
}

/** To the embedded database in a folder that no other process has open; throws `FolderInUse`. */
export async function openFolder(folder: string): Promise<PlainClient> {
  const lock = await lockFolder(folder)
  const stream = new ProtocolStream(folder, Promise.resolve(), PATIENT_MS)
  const client = new pg.Client({ stream: () => stream })
  client.on('error', () => undefined)
  await client.connect()
  return {
    client,
    async end() {
      await client.end()
      await stream.ended
      lock.release()
    },
  }
}
