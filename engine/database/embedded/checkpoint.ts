import type { Connections } from '../create-database.ts'
import type { Database } from '../database.ts'

/**
 * A log of this size is checkpointed at once. It limits how much log is kept and how much is replayed after a crash.
 */
const CHECKPOINT_LOG_BYTES = 32 * 1024 * 1024
/**
 * A smaller log is checkpointed this long after the last one, if anything was written: waiting longer makes it a bigger
 * piece of work.
 */
const CHECKPOINT_INTERVAL = '3 minutes'
/** About the size that a checkpoint and PostgreSQL's own housekeeping add to the log. */
const IDLE_LOG_BYTES = 8192

const CHECKPOINT_IS_DUE = `
  select written > ${CHECKPOINT_LOG_BYTES} or (written > ${IDLE_LOG_BYTES} and checkpoint_time < now() - $1::interval) as is_due
  from pg_control_checkpoint()
  cross join lateral (select pg_current_wal_insert_lsn() - redo_lsn as written) as log`

/**
 * Runs a checkpoint when the write-ahead log has grown enough, so that the log can be shortened. PostgreSQL has a
 * process for that, and PGlite is a single process. The checkpoint is a turn of its own, behind the work that waits
 * already. Returns true where it ran.
 */
export async function checkpointWhenDue(
  database: Pick<Database, 'run'>,
  connections: Connections,
  interval = CHECKPOINT_INTERVAL,
): Promise<boolean> {
  const [log] = await database.run<{ is_due: boolean }>({}, { text: CHECKPOINT_IS_DUE, values: [interval] })
  if (!log?.is_due) return false
  await connections.exclusive((client) => client.query('checkpoint'))
  return true
}
