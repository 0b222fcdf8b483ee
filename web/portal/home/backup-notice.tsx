import { useQuery } from '@tanstack/react-query'
import { HOUR_MS } from '../../lib/passed-time.ts'
import { useNow } from '../../lib/use-now.ts'
import { Ago } from '../../ui/ago.tsx'
import { Alert } from '../../ui/alert.tsx'
import { BreakableText } from '../../ui/breakable-text.tsx'
import { backupStateQuery } from './backup-state.ts'

/** A backup is late after a day and the time that a backup takes. */
const LATE_MS = 26 * HOUR_MS

/** Tells super admins on the dashboard how old the last good backup is, or that there is none. */
export function BackupNotice() {
  const { data } = useQuery(backupStateQuery())
  const now = useNow()
  if (!data?.has_backups) return null
  const { last_good_at, last_begun_at, is_proven, failure, is_under_way } = data
  const reason = failure !== null && !is_under_way && (
    <>
      {' '}
      The last one failed: <BreakableText>{failure}</BreakableText>
    </>
  )
  if (last_good_at === null) {
    if (reason) return <Alert tone="danger">There is no good backup.{reason}</Alert>
    return last_begun_at === null && <NeverBackedUp />
  }
  if (now - Date.parse(last_good_at) > LATE_MS) {
    return (
      <Alert tone="danger">
        The last good backup is of <Ago moment={last_good_at} />.{reason}
      </Alert>
    )
  }
  return (
    <p className="text-ink-soft text-sm">
      Last good backup: <Ago moment={last_good_at} />
      {is_proven && ', restored for trial'}.{reason}
    </p>
  )
}

/** With BACKUP_URL set, the first backup begins as soon as the server starts (docs/operations/backup.md). */
const NeverBackedUp = () => (
  <Alert tone="info">
    Nothing here is backed up yet. Set BACKUP_URL to a folder on another disk, or to S3, and start the server again.
  </Alert>
)
