import { formatCount } from '../../lib/formats.ts'

/** The outcome of an action on several rows. */
export type RowsOutcome<Row> = { done: Row[]; refused: { row: Row; reason: string }[] }

/** The most names that a toast lists; nobody reads more. */
const MAX_NAMED = 3

/** Describes an outcome: "2 of 3 projects. Not Logo: Someone has changed it again since." */
export function describeFailures({ done, refused }: RowsOutcome<{ name: string }>, thing: string): string {
  const all = done.length + refused.length
  const things = all === 1 ? thing : thing.replace(/y$/, 'ie').concat('s')
  if (refused.length === 0) return `${formatCount(all)} ${things}`
  const byReason = Map.groupBy(refused, ({ reason }) => reason)
  const reasons = [...byReason].map(([reason, rows]) => `Not ${named(rows.map(({ row }) => row.name))}: ${reason}`)
  return [`${formatCount(done.length)} of ${formatCount(all)} ${things}.`, ...reasons].join(' ')
}

function named(names: readonly string[]): string {
  const more = names.length - MAX_NAMED
  // The phrase "and 1 other" would be longer than most names, so a single further name is written out.
  return more > 1 ? `${names.slice(0, MAX_NAMED).join(', ')} and ${more} others` : names.join(', ')
}
