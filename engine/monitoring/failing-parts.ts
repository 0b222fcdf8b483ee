import type { HealthReport } from '../health/health.ts'

/** A failing part of /health that an operator has to look at. */
export type FailingPart = { part: string; words: string; patienceMs: number }

/** Many failures end by themselves within this time, such as a restart or a network outage. */
const DEFAULT_TOLERANCE_MS = 5 * 60_000

/**
 * The failing parts that are worth a mail. Undelivered mails are left out: a mail about them may not be delivered
 * either.
 */
export function failingParts({ parts }: HealthReport): FailingPart[] {
  const isDatabaseAway = parts.database !== undefined && parts.database.status !== 'ok'
  return Object.entries(parts).flatMap(([part, { status }]) => {
    if (status === 'ok' || part === 'mails' || (part === 'backup' && status === 'none')) return []
    if (isDatabaseAway && checkedInDatabase.has(part)) return []
    const words = `${part}: ${status}. ${advice[part]?.[status] ?? advice[part]?.else ?? ''}`.trim()
    // When /health reports a late backup, it has been late for two hours already.
    return { part, words, patienceMs: part === 'backup' ? 0 : DEFAULT_TOLERANCE_MS }
  })
}

/** Parts whose state is unknown while the database is away. */
const checkedInDatabase: ReadonlySet<string> = new Set(['files', 'mails', 'backup'])

const advice: Record<string, Record<string, string>> = {
  database: { else: 'It does not answer, so no requests can be served. The log says why.' },
  disk: {
    low: 'Less than 512 MB of room is left. Make room, or give it a larger disk.',
    full: 'Nothing can be written any more. Make room, or give it a larger disk.',
    'read-only': 'Nothing can be written. A disk that has errors becomes read-only: look at the log of the system.',
    gone: 'The folder of DATA_DIR is not the one that was opened. Stop the server before anything is put back.',
    else: 'The disk of DATA_DIR does not answer. Look at the log of the system.',
  },
  storage: {
    full: 'No file can be stored any more. Make room, or give it a larger disk.',
    refused:
      'No file can be stored or read: the bucket refuses AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. Set keys that may read, write, list and delete in it, and restart.',
    else: 'Files cannot be stored. Look at the disk, or at the service of STORAGE_URL.',
  },
  files: { else: 'Rows name files that are missing. The command doctor names them.' },
  mail: { else: 'The mail server accepts no mails. They wait in the queue.' },
  backup: {
    failed: 'There is no good backup yet: the first one failed. The log says why, and so does the command backup.',
    else: 'The last good backup is older than 26 hours. The log says why.',
  },
  redis: { else: 'Redis does not answer. Each server continues on its own.' },
}
