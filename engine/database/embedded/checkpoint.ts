import type { Connections } from '../create-database.ts'
import type { Database } from '../database.ts'

/** Then at once: how much of the log is kept, and how much is done again after a crash. */
const MOST_LOG_BYTES = 32 * 1024 * 1024
/** Otherwise now and then, if anything was written: the longer, the more there is to do at once. */
const NOW_AND_THEN = '3 minutes'
/** A checkpoint itself, and what nobody asked for. */
const NOTHING_BYTES = 8192

const IS_DUE = `
  select written > ${MOST_LOG_BYTES} or (written > ${NOTHING_BYTES} and checkpoint_time < now() - $1::interval) as is_due
  from pg_control_checkpoint()
  cross join lateral (select pg_current_wal_insert_lsn() - redo_lsn as written) as log`

/**
 * Brings what the write-ahead log says into the tables' files, where there is enough of it, so that the log can be
 * shortened; PostgreSQL has a process for that, and PGlite is one process in all. It takes a turn of its own, behind
 * whoever waits already. True where it was due.
 */
export async function checkpointWhenDue(
  database: Pick<Database, 'run'>,
  connections: Connections,
  nowAndThen = NOW_AND_THEN,
): Promise<boolean> {
  const [log] = await database.run<{ is_due: boolean }>({}, { text: IS_DUE, values: [nowAndThen] })
  if (!log?.is_due) return false
  await connections.exclusive((client) => client.query('checkpoint'))
  return true
}
