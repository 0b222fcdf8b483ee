import { type Check, type Finding, leftOut, ok, problem, warning } from '../check-result.ts'
import { fetchHealth } from '../fetch-health.ts'

/** Advice for each message of a part of the server. */
const todos: Readonly<Record<string, string>> = {
  full: 'Make room on the disk of DATA_DIR.',
  low: 'Make room on the disk of DATA_DIR.',
  gone: 'The folder of the database was moved or deleted under the server: stop it, and restore a backup.',
  missing: 'Restore the files that are missing from a backup: `npx mainstreet restore`.',
  undelivered: 'A super admin finds under Mail which mails these are, and why.',
  late: 'Look in the log why there was no good backup, or make one: `npx mainstreet backup --verify`.',
  none: 'Make the first backup: `npx mainstreet backup --verify`.',
}

/** Reports what /health of the running server says. */
export const server: Check = async ({ url, keys }) => {
  const report = await fetchHealth({ url, keys })
  if (!report) return leftOut(`No server runs at ${url}.`)
  if (report.status === 'ok') return ok(`The server at ${url} is well.`)
  if (report.status === 'starting') return warning('The server is starting.', 'Ask again in a minute.')
  const isDown = report.status === 'unavailable'
  const parts = Object(report.parts)
  return Object.keys(parts).flatMap((part): Finding[] => {
    const { status } = Object(parts[part])
    if (status === 'ok') return []
    const words = `The server says of its ${part}: ${status}.`
    const todo = todos[status] ?? 'Its log says more.'
    return [isDown ? problem(words, todo) : warning(words, todo)]
  })
}
