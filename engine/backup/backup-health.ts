import type { Database } from '../database/database.ts'
import type { Finding, HealthPart } from '../health/health.ts'

const HOUR_SECONDS = 60 * 60
/** A day, plus the time that a backup may take. */
const MAX_AGE_SECONDS = 26 * HOUR_SECONDS
/** A backup further ahead than this was made while the clock ran ahead: its age is unknown. */
const MAX_SKEW_SECONDS = HOUR_SECONDS

/** The ages in seconds of the last good backup and of the first attempt; null where there is none. */
type BackupHistory = { last_good: number | null; first_begun: number | null; has_failed: boolean }

/** Reports the age of the last good backup, where backups are configured. */
export const backupHealth = (database: Pick<Database, 'run'>): HealthPart => ({
  name: 'backup',
  async check() {
    const [past] = await database.run<BackupHistory>(
      {},
      {
        text: `
          select
            extract(epoch from now() - max(began_at) filter (where name is not null))::float8 as last_good,
            extract(epoch from now() - min(began_at))::float8 as first_begun,
            coalesce(bool_or(failure is not null), false) as has_failed
          from engine.backups`,
      },
    )
    return findingOf(past ?? { last_good: null, first_begun: null, has_failed: false })
  },
})

/**
 * Without any good backup, it is late once the first attempt is old enough; a failed first attempt is reported at once.
 */
export function findingOf({ last_good, first_begun, has_failed }: BackupHistory): Finding {
  const isLate = (last_good ?? first_begun ?? 0) > MAX_AGE_SECONDS
  if (last_good === null) return { status: isLate ? 'late' : has_failed ? 'failed' : 'none' }
  if (last_good < -MAX_SKEW_SECONDS) return { status: 'late' }
  return { status: isLate ? 'late' : 'ok', counts: { hours: Math.floor(last_good / HOUR_SECONDS) } }
}
