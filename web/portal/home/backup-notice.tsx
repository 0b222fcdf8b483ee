import { useQuery } from '@tanstack/react-query'
import { HOUR_MS } from '../../lib/elapsed-time.ts'
import { useNow } from '../../lib/use-now.ts'
import { Alert } from '../../ui/alert.tsx'
import { BreakableText } from '../../ui/breakable-text.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { type BackupState, backupStateQuery } from './backup-state.ts'

/** A backup is late after a day and the time that a backup takes. */
const LATE_MS = 26 * HOUR_MS

const isLate = (lastGoodAt: string, now: number) => now - Date.parse(lastGoodAt) > LATE_MS
const hasFailed = ({ failure, is_under_way }: BackupState) => failure !== null && !is_under_way

/**
 * Tells super admins on the dashboard what is wrong with the backups. `hasSteps` where the first steps say already that
 * they are not set up.
 */
export function BackupNotice({ hasSteps }: { hasSteps: boolean }) {
  const { data } = useQuery(backupStateQuery())
  const now = useNow()
  if (!data?.has_backups) return null
  const { last_good_at, last_begun_at, failure } = data
  const reason = hasFailed(data) && (
    <>
      {' '}
      The last one failed: <BreakableText>{failure ?? ''}</BreakableText>
    </>
  )
  if (last_good_at === null) {
    if (reason) return <Alert tone="danger">There is no good backup.{reason}</Alert>
    return last_begun_at === null && !hasSteps && <NeverBackedUp />
  }
  if (isLate(last_good_at, now)) {
    return (
      <Alert tone="danger">
        The last good backup is of <TimeAgo moment={last_good_at} />.{reason}
      </Alert>
    )
  }
  return (
    reason && (
      <Alert tone="danger">
        <LastGood {...data} />
        {reason}
      </Alert>
    )
  )
}

/** With BACKUP_URL set, the first backup begins as soon as the server starts (docs/operations/backup.md). */
const NeverBackedUp = () => (
  <Alert tone="info">
    There are no backups yet. Set BACKUP_URL to a folder on another disk, or to S3, and restart the server.
  </Alert>
)

const LastGood = ({ last_good_at, is_proven }: BackupState) => (
  <>
    Last good backup: {last_good_at && <TimeAgo moment={last_good_at} />}
    {is_proven && ', restored for trial'}.
  </>
)

/** The quiet line at the end of the dashboard while nothing is wrong with the backups. */
export function LastBackup() {
  const { data } = useQuery(backupStateQuery())
  const now = useNow()
  if (!data?.has_backups || data.last_good_at === null || isLate(data.last_good_at, now) || hasFailed(data)) return null
  return (
    <p className="text-ink-soft text-sm">
      <LastGood {...data} />
    </p>
  )
}
