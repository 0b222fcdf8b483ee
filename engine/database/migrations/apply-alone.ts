import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Transaction } from '../database.ts'
import { sqlFileOf } from './apply-migrations.ts'
import { FileFailed } from './migration-failed.ts'
import type { Migration } from './migration-files.ts'
import type { History } from './migration-histories.ts'
import { runFileAlone } from './run-file.ts'
import { extensionsCreatedIn } from './stand-ins.ts'

/** The key of the lock for this work. It is the same in every version. */
const TRY_LOCK = 'select pg_try_advisory_lock(7236460) as mine'
const RETRY_MS = 200

/**
 * Applies a migration with statements that PostgreSQL refuses in a transaction, as the CLI does. Returns false where
 * another process that has started at the same time has applied it.
 */
export async function applyAlone(
  database: Database,
  { version, name, file, sql }: Migration,
  history: History,
): Promise<boolean> {
  await database.provide?.(extensionsCreatedIn(sql).filter((extension) => database.offers?.(extension)))
  return database.session(async (session) => {
    await lock(session)
    const applied = await session.query(history.applied)
    if (applied.some((one) => one.version === version)) return false
    if (history.searchPath) await session.query("select set_config('search_path', $1, false)", [history.searchPath])
    try {
      const record = () => session.query(history.remember, [version, name, sql])
      await runFileAlone(session, sqlFileOf(history, file, sql), record)
    } catch (error) {
      throw error instanceof FileFailed ? error.adding(KEPT) : error
    }
    return true
  })
}

const KEPT =
  'The statements before it were kept, since this migration has some that PostgreSQL runs only outside of a transaction, and the next start runs all of them again.'

/**
 * Asks for the lock again and again. A session that waits for it in a statement would have a snapshot, for which
 * `CREATE INDEX CONCURRENTLY` of the one that has the lock would wait in turn.
 */
async function lock(session: Transaction) {
  for (;;) {
    const [held] = await session.query<{ mine: boolean }>(TRY_LOCK)
    if (held?.mine) return
    await sleep(RETRY_MS)
  }
}
