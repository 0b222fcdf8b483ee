import pg from 'pg'
import { collectGarbage } from '../../kernel/collect-garbage.ts'
import { namedPostgresUrl } from '../../kernel/config/postgres-url.ts'
import { lockFolder } from '../embedded/folder-lock.ts'
import { ProtocolStream } from '../embedded/protocol-stream.ts'

/** Copying a large table and building its indexes may take hours. */
const LONG_TIMEOUT_MS = 6 * 60 * 60_000

/** Settings that make every value read the same on every server, and that make a row hidden by a policy an error. */
const TEXT_TYPES = `
  set datestyle to iso;
  set intervalstyle to postgres;
  set timezone to 'UTC';
  set extra_float_digits to 3;
  set bytea_output to hex;
  set lc_monetary to 'C';
  set xmloption to content;
  set array_nulls to on;
  set constraint_exclusion to partition;
  set row_security to off;
  set search_path to pg_catalog;
  set statement_timeout to 0;
  set lock_timeout to 0;
  set idle_in_transaction_session_timeout to 0`

/** A connection of its own and the function that closes it. */
export type PlainClient = { client: pg.Client; end(): Promise<void> }

/** Connects to PostgreSQL. */
export async function connectTo(url: string, name: string): Promise<PlainClient> {
  const client = new pg.Client({ connectionString: namedPostgresUrl(url, name) })
  client.on('error', () => undefined) // The statement under way says so.
  await client.connect()
  await client.query(TEXT_TYPES)
  return { client, end: () => client.end() }
}

/** Opens the embedded database in a folder. Throws `FolderInUse` where another process has it open. */
export async function openFolder(folder: string): Promise<PlainClient> {
  const lock = await lockFolder(folder)
  const stream = new ProtocolStream(folder, Promise.resolve(), LONG_TIMEOUT_MS)
  const client = new pg.Client({ stream: () => stream })
  client.on('error', () => undefined)
  await client.connect()
  await client.query(TEXT_TYPES)
  return {
    client,
    async end() {
      await client.end()
      await stream.ended
      // The memory of the closed database is freed only by a garbage collection.
      collectGarbage()
      lock.release()
    },
  }
}
