import { whoIs } from '../../../supabase/isolation/identities.ts'
import { type FoundRights, isAsExpected } from './found-rights.ts'
import type { IsolationReport } from './run-isolation-trial.ts'

/** Prints the whole matrix, with the findings last, where a reader's eye ends up. */
export function formatIsolationReport({ cells, findings, failed, absent, missingSecrets }: IsolationReport): string {
  const tried = cells.length === 1 ? 'One thing was tried' : `${cells.length} things were tried`
  return [
    ...Object.entries(Object.groupBy(cells, ({ part }) => part)).flatMap(([part, those = []]) => [
      `\n${part}`,
      ...linesOf(those),
    ]),
    '\npeople',
    ...Object.entries(whoIs).map(([caller, words]) => `  ${caller.padEnd(10)}${words}`),
    ...Object.entries(absent).map(([caller, why]) => `\n${caller} could not come: ${why}`),
    ...missingSecrets.map(
      (name) => `\n! The functions have no ${name}: supabase/functions/.env.example says what it is for.`,
    ),
    ...findings.map((cell) => `\n✘ ${formatFinding(cell)}`),
    ...failed.map(({ part, reason }) => `\n✘ ${part}: not tried to the end: ${reason}`),
    findings.length + failed.length === 0
      ? `\n${tried}, and all is as expected. Nothing of it stays.`
      : `\n${tried}, and ${findings.length + failed.length} are not as expected. ${WHAT_TO_DO}`,
  ].join('\n')
}

const WHAT_TO_DO =
  'Was a policy, a grant or a function changed by hand? `npx mainstreet doctor` compares the database with what it should be.'

function formatFinding({ part, subject, caller, expected, found }: FoundRights): string {
  const who = caller === 'everybody' ? caller : `${caller} (${whoIs[caller]})`
  return `${part}, ${subject}, ${who}: expected ${formatRights(expected)}; found ${formatRights(found)}`
}

/** A line for each subject and each group of callers with the same rights on it. */
function linesOf(cells: readonly FoundRights[]): string[] {
  const bySubject = Object.groupBy(cells, ({ subject }) => subject)
  return Object.entries(bySubject).flatMap(([subject, those = []]) => [
    `  ${subject}`,
    ...Object.values(Object.groupBy(those, wordsOf)).flatMap((same = []) => {
      const [first] = same
      return first ? [`    ${same.map(({ caller }) => caller).join(' ')}: ${wordsOf(first)}`] : []
    }),
  ])
}

const wordsOf = (cell: FoundRights) =>
  isAsExpected(cell)
    ? formatRights(cell.expected)
    : `✘ found ${formatRights(cell.found)}, expected ${formatRights(cell.expected)}`

/** Joins `select north` and `insert north` to `select, insert north`. */
function formatRights(rights: readonly string[]): string {
  if (rights.length === 0) return 'nothing'
  const byRow = Map.groupBy(rights, (right) => right.slice(right.indexOf(' ') + 1))
  const parts = Array.from(byRow, ([row, those]) => {
    if (those.length === 1) return those.join()
    return `${those.map((right) => right.slice(0, right.indexOf(' '))).join(', ')} ${row}`
  })
  return parts.join('; ')
}
