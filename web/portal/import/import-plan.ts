import type { FileRow } from '../../lib/table-file/records.ts'
import type { TableFile } from '../../lib/table-file/table-file.ts'
import { type AssignedWords, wordKey } from './assigned-words.ts'
import type { Columns } from './columns.ts'
import { headingOf } from './columns.ts'
import type {
  ExistingRow,
  Field,
  ImportKind,
  Match,
  Problem,
  Reading,
  Resemblance,
  SentRow,
  Style,
  Value,
  Values,
} from './import-kind.ts'
import { firstValue } from './looks-like.ts'
import { columnsOf } from './name-columns.ts'
import { hasValue } from './placeholders.ts'
import { shortened } from './read-values.ts'

/** The values of a row of a file, and its problems. */
export type CheckedRow = { row: number; values: Values; problems: readonly Problem[]; title?: string }

type ReadingParams = { kind: ImportKind; table: TableFile; columns: Columns; style: Style; words: AssignedWords }

/** Reads all rows of a file, in its order. Empty cells have no value. */
export function checkedRows(params: ReadingParams): CheckedRow[] {
  const { rows, damaged } = params.table
  const unread = damaged.map(({ number, cells, problem }): CheckedRow => {
    const title = shortened(cells.filter(Boolean).join(', '))
    return { row: number, values: {}, problems: [{ row: number, column: 'Line', sentence: problem }], title }
  })
  return [...rows.map((row) => checked(row, params)), ...unread].toSorted((one, other) => one.row - other.row)
}

function checked({ number, cells }: FileRow, { kind, table, columns, style, words }: ReadingParams): CheckedRow {
  const values: Record<string, Value> = {}
  const problems: Problem[] = []
  for (const field of kind.fields) {
    const own = columnsOf(field, columns, table.headings)
    const [first] = own
    if (first === undefined) continue
    const said = own.map((index) => firstValue(cells[index] ?? '')).filter((cell) => hasValue(cell, field))
    const reading = readingOf(said.join(' ') || String(values[field.elseAs ?? ''] ?? ''), field, style, words)
    if ('problem' in reading) {
      problems.push({ row: number, column: headingOf(table, first), sentence: reading.problem })
    } else if (reading.value !== null) {
      values[field.name] = reading.value
    }
  }
  const between = problems.length > 0 ? [] : kind.check(values)
  return { row: number, values, problems: [...problems, ...between.map((problem) => ({ row: number, ...problem }))] }
}

/** U+FFFD stands for a letter that another program could not save; it is never stored. */
const LOST_LETTER = '\uFFFD'

function readingOf(text: string, field: Field, style: Style, words: AssignedWords): Reading {
  if (text === '' && !field.isRequired) return { value: null }
  if (text.includes(LOST_LETTER)) return { problem: `A letter of “${shortened(text)}” is lost. Type it again.` }
  const chosen = field.options && words[wordKey(field, text)]
  return chosen === undefined ? field.read(text, style) : { value: chosen || null }
}

export type FieldChange = { label: string; before: string; after: string }

/** The planned action for a row of a file: add, update or skip. */
export type PlannedRow = { row: number; title: string } & (
  | { is: 'new'; values: Values }
  | { is: 'changed'; found: ExistingRow; values: Values; changes: readonly FieldChange[]; recognisedBy: string }
  | {
      is: 'namesake'
      found: ExistingRow
      values: Values
      changed: Values
      changes: readonly FieldChange[]
      recognisedBy: string
      resembles: Resemblance
      isOne: boolean
    }
  | { is: 'same'; recognisedBy: string }
  | { is: 'twice'; first: number }
  | { is: 'wrong'; problems: readonly Problem[] }
)

type PlanParams = {
  rows: readonly CheckedRow[]
  /** Matches of the rows without problems, in their order. */
  matches: readonly Match[]
  /** The value that the person chose for new rows in which the file has none. */
  fallback: string
  /** The numbers of rows that the person declared to be the existing client of the same name. */
  namesakes: readonly number[]
}

/** Plans the import row by row. Of several rows of the file that are the same, the first counts. */
export function planRows(kind: ImportKind, { rows, matches, fallback, namesakes }: PlanParams): PlannedRow[] {
  const seen = new Map<string, number>()
  const matchAt = new Map(matches.map((match) => [match.place, match]))
  let place = -1
  return rows.map(({ row, values: said, problems, title }): PlannedRow => {
    if (problems.length > 0) return { row, title: title ?? kind.titleOf(said), is: 'wrong', problems }
    place += 1
    const match = matchAt.get(place)
    const values = { ...said, ...match?.values }
    const about = { row, title: kind.titleOf(values) }
    if (match?.problem) return { ...about, is: 'wrong', problems: [{ row, ...match.problem }] }
    const isOther = match?.resembles !== undefined && !namesakes.includes(row)
    const keys = match?.found && !isOther ? [match.found.id, ...kind.keysOf(values)] : kind.keysOf(values)
    const first = keys.map((key) => seen.get(key)).find((earlier) => earlier !== undefined)
    if (first !== undefined) return { ...about, is: 'twice', first }
    for (const key of keys) seen.set(key, row)
    if (match?.found && match.resembles) {
      const { found, recognisedBy, resembles } = match
      const params = { row, values, found, recognisedBy, resembles, fallback }
      return { ...about, ...namesake(kind, params, !isOther) }
    }
    if (match?.found) return { ...about, ...changed(kind, values, match.found), recognisedBy: match.recognisedBy }
    return { ...about, ...added(kind, row, values, fallback) }
  })
}

type NamesakeParams = { row: number; values: Values; found: ExistingRow; fallback: string } & Required<
  Pick<Match, 'recognisedBy' | 'resembles'>
>

/** Plans a row whose name or contact details exist already: a new client, or a change of the existing one if the person says so. */
function namesake(kind: ImportKind, { row, values, found, fallback, ...known }: NamesakeParams, isOne: boolean) {
  const asNew = added(kind, row, values, fallback)
  if (asNew.is === 'wrong') return asNew
  const change = changed(kind, values, found)
  const { values: different = {}, changes = [] } = change.is === 'changed' ? change : {}
  return { is: 'namesake' as const, values: asNew.values, found, changed: different, changes, ...known, isOne }
}

function added({ fallback: question, defaults }: ImportKind, row: number, values: Values, fallback: string) {
  if (!question || question.field in values) return { is: 'new' as const, values: { ...defaults, ...values } }
  if (fallback !== '') return { is: 'new' as const, values: { ...defaults, ...values, [question.field]: fallback } }
  const sentence = 'Enter one, or go back and choose one for all of them.'
  return { is: 'wrong' as const, problems: [{ row, column: question.label, sentence }] }
}

/** Returns only the values of a row that differ from the stored ones. */
function changed(kind: ImportKind, said: Values, found: ExistingRow) {
  const values = kind.joinedWith?.(found.values, said) ?? said
  const different = Object.entries(kind.columnsToStore(values)).filter(
    ([name]) => values[name] !== (found.values[name] ?? null),
  )
  if (different.length === 0) return { is: 'same' as const }
  const changes = different.map(([name]) => ({
    label: kind.fields.find((field) => field.name === name || `${field.name}_id` === name)?.label ?? name,
    before: kind.format(name, found.values[name] ?? null),
    after: kind.format(name, values[name] ?? null),
  }))
  return {
    is: 'changed' as const,
    found,
    values: Object.fromEntries(different.map(([name]) => [name, values[name] ?? null])),
    changes,
  }
}

/** The treatment of rows that exist already. */
export type DuplicateAction = 'skip' | 'update'

/** Counts the planned rows with one outcome. */
export const countOf = (plan: readonly PlannedRow[], is: PlannedRow['is']) => plan.filter((row) => row.is === is).length

const changeOf = (kind: ImportKind, { id, updated_at, values: existing }: ExistingRow, values: Values): SentRow => ({
  ...{ id, updated_at, ...kind.columnsToStore(values, existing) },
})

/** The rows of an import to send: new ones whole, existing ones with their differences. */
export function rowsToSend(kind: ImportKind, plan: readonly PlannedRow[], doubles: DuplicateAction): SentRow[] {
  return plan.flatMap((row): SentRow[] => {
    if (row.is === 'new' || (row.is === 'namesake' && !row.isOne)) return [kind.columnsToStore(row.values)]
    if (row.is === 'namesake') return [changeOf(kind, row.found, row.changed)]
    return row.is === 'changed' && doubles === 'update' ? [changeOf(kind, row.found, row.values)] : []
  })
}
