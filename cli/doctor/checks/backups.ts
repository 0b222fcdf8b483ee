import { type Check, leftOut, ok, problem, warning } from '../check-result.ts'
import { fetchHealth } from '../fetch-health.ts'

/** Checks that there are backups, and asks the server how old the last good one is. */
export const backups: Check = async ({ config, url, keys }) => {
  if (!config.backupUrl) {
    return warning(
      'BACKUP_URL is not set: there are no nightly backups.',
      'Set it to a folder on another disk, or to s3://bucket/folder with BACKUP_PASSPHRASE.',
    )
  }
  const report = await fetchHealth({ url, keys })
  if (!report) return leftOut('No server runs that could say how old the last good backup is.')
  const { status, hours } = Object(Object(report.parts).backup)
  if (status === 'ok') return ok(`The last good backup is ${hours} hours old.`)
  const found = hours === undefined ? 'There is no good backup yet.' : `The last good backup is ${hours} hours old.`
  return problem(found, 'Make one: `npx mainstreet backup --verify` says why that fails, if it does.')
}
