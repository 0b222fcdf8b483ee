import type { TableFile } from '../../lib/table-file/table-file.ts'
import type { ColumnField, Columns } from './columns.ts'
import { headingScore } from './headings.ts'
import type { NamePart } from './import-kind.ts'
import { type Candidate, SURE, settledNames } from './name-columns.ts'
import { isPlaceholder } from './placeholders.ts'

/** The guessed fields, and the columns that the person should confirm. */
export type Guess = { columns: Columns; unsure: readonly number[] }

type Table = Pick<TableFile, 'headings' | 'rows'>
type Role = Pick<Candidate, 'field' | 'part'>

const ENOUGH = 40
const LOOKED_AT = 200

/**
 * Guesses the field of each column by its heading and its values together: a column called "State" without any known
 * status gets none, and of two columns for phone numbers the filled one is taken. The person may change every guess.
 */
export function guessColumns(table: Table, fields: readonly ColumnField[]): Guess {
  const cells = table.headings.map((_, index) => cellsOf(table, index))
  const candidates = fields.flatMap(rolesOf).flatMap((role): Candidate[] =>
    table.headings.map((heading, index) => ({
      ...role,
      index,
      score: scoreOf(heading, cells[index] ?? [], role),
    })),
  )
  const taken: Candidate[] = []
  for (const candidate of candidates.filter(({ score }) => score >= ENOUGH).toSorted(byScore)) {
    const isTaken = ({ index, field, part }: Candidate) =>
      index === candidate.index || (field === candidate.field && part === candidate.part && !isList(candidate))
    if (!taken.some(isTaken)) taken.push(candidate)
  }
  const settled = settledNames(table, taken, fields)
  return {
    columns: table.headings.map((_, index) => settled.find((one) => one.index === index)?.field.name ?? ''),
    unsure: settled.filter(({ score }) => score < SURE).map(({ index }) => index),
  }
}

/**
 * Whether several columns may share a field: a list such as notes or websites, if each column has a name of the field.
 */
const isList = ({ field, score }: Candidate) => field.isJoined === true && !field.parts && score >= 80

const byScore = (one: Candidate, other: Candidate) => other.score - one.score || one.index - other.index

/** The roles of a field's columns: a name is one column or several parts. */
const rolesOf = (field: ColumnField): Role[] => [
  { field },
  ...Object.keys(field.parts ?? {})
    .filter(isPart)
    .map((part) => ({ field, part })),
]

const isPart = (name: string): name is NamePart => ['person', 'given', 'middle', 'family'].includes(name)

const cellsOf = ({ rows }: Pick<TableFile, 'rows'>, index: number) =>
  rows.slice(0, LOOKED_AT).flatMap(({ cells }) => (isPlaceholder(cells[index] ?? '') ? [] : (cells[index] ?? [])))

/** The share of repeated values in a column: a project that stands beside each of its tasks is not the name of a row. */
const repeated = (cells: readonly string[]) => (cells.length === 0 ? 0 : 1 - new Set(cells).size / cells.length)

function scoreOf(heading: string, cells: readonly string[], { field, part }: Role): number {
  const named = part ? { ...field, label: '', alsoCalled: field.parts?.[part] ?? [] } : field
  const byHeading = headingScore(heading, named) - (field.name === 'name' && !part ? 30 * repeated(cells) : 0)
  const { isAfter = [], needsContent = [] } = field
  const isWeak = needsContent.some((label) => headingScore(heading, { label, alsoCalled: [], isAfter }) >= 80)
  if (cells.length === 0) return isWeak ? 0 : byHeading - 20
  if (!field.looksLike) return byHeading
  const share = cells.filter(field.looksLike).length / cells.length
  if (byHeading === 0) return field.isKnownByContent && share > 0.5 ? 40 + 40 * share : 0
  if (byHeading < 40 && !field.isTelling && !field.isKnownByContent) return 0
  const isVague = field.options !== undefined && byHeading < 80
  if ((isWeak || isVague) && share === 0) return 0
  // "Email status" contains statuses, but not those of a client, so the values alone cannot make a guess sure.
  if (isVague) return Math.min(byHeading + 30 * share, SURE - 1)
  return byHeading + (share >= 0.5 ? 30 * share : share < 0.2 && !field.options ? -45 : 0)
}
