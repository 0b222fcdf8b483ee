import type { TableFile } from '../../lib/table-file/table-file.ts'
import type { TextFile } from '../../lib/table-file/text-file.ts'
import { amountsIn } from './amounts.ts'
import { type AssignedWords, assignedWordsOf, unassignedWords } from './assigned-words.ts'
import type { Columns } from './columns.ts'
import { ambiguousDay, orderShownBy } from './dates.ts'
import { findTable } from './find-table.ts'
import { guessColumns } from './guess-columns.ts'
import type { DateOrder, Field, ImportKind, Style } from './import-kind.ts'
import type { DuplicateAction } from './import-plan.ts'

/**
 * The choices for an imported file so far. They survive closing the dialog but not the page, since browsers forget chosen
 * files.
 */
export type ImportDraft = {
  file: TextFile
  table: TableFile
  columns: Columns
  /** Indexes of columns whose guessed field the person has not confirmed. */
  unsure: readonly number[]
  /** The order of day and month; undefined until the person chooses, while the file itself decides where it can. */
  order: DateOrder | undefined
  decimalMark: Style['decimalMark'] | undefined
  words: AssignedWords
  fallback: string
  /** The chosen agency of the imported rows; only super admins choose one. */
  agencyId: string | undefined
  doubles: DuplicateAction
  leavesOutWrong: boolean
  /** The numbers of rows that the person has declared to be the existing client of the same name. */
  namesakes: readonly number[]
  /** The id of the import while it is previewed. */
  importId: string | undefined
}

export function newDraft(file: TextFile, kind: ImportKind): ImportDraft {
  const table = findTable(file, kind)
  return {
    file,
    table,
    ...guessColumns(table, kind.fields),
    order: undefined,
    decimalMark: undefined,
    words: {},
    fallback: '',
    agencyId: undefined,
    doubles: 'skip',
    leavesOutWrong: false,
    namesakes: [],
    importId: undefined,
  }
}

/** Reads the same file in another code page. The chosen fields stay as long as the table has the same columns. */
export function rereadFile(draft: ImportDraft, file: TextFile, kind: ImportKind): ImportDraft {
  const { table, columns, unsure } = newDraft(file, kind)
  return table.headings.length === draft.columns.length
    ? { ...draft, file, table }
    : { ...draft, file, table, columns, unsure }
}

/** The part of an import draft that decides how cells are read. */
type ReadingChoices = Pick<ImportDraft, 'table' | 'columns' | 'order' | 'decimalMark' | 'words'>

type Dates = {
  /** The order of day and month; undefined until the person has answered. */
  order: DateOrder | undefined
  /** An ambiguous date as an example for the question; undefined where no date depends on the order. */
  example: string | undefined
  isShown: boolean
}

/** The order in which the dates of the file are read. */
export function datesOf({ table, columns, order }: ReadingChoices, fields: readonly Field[]): Dates {
  const cells = cellsOf(table, columns, (field) => field.isDate === true, fields)
  const shown = orderShownBy(cells)
  if (shown === undefined) return { order: 'month first', example: undefined, isShown: true }
  const isShown = shown !== 'unknown'
  return { order: order ?? (isShown ? shown : undefined), example: ambiguousDay(cells) ?? cells[0], isShown }
}

/** The decimal mark by which the amounts of the file are read; `example` is an ambiguous amount for the question. */
export function amountsOf({ table, columns, decimalMark }: ReadingChoices, fields: readonly Field[]) {
  const found = amountsIn(cellsOf(table, columns, (field) => field.isAmount === true, fields))
  return { ...found, isShown: found.decimalMark !== undefined, decimalMark: decimalMark ?? found.decimalMark }
}

/** The style and the assigned words by which cells are read, chosen by the person or shown by the file. */
export function stylesOf(draft: ReadingChoices, fields: readonly Field[]): { style: Style; words: AssignedWords } {
  const { order = 'month first' } = datesOf(draft, fields)
  const { decimalMark = ',' } = amountsOf(draft, fields)
  return { style: { order, decimalMark }, words: assignedWordsOf(unassignedWords(draft.table, { ...draft, fields })) }
}

function cellsOf(
  { rows }: TableFile,
  columns: Columns,
  isMeant: (field: Field) => boolean,
  fields: readonly Field[],
): string[] {
  const indices = [...columns.keys()].filter((index) =>
    fields.some((field) => isMeant(field) && field.name === columns[index]),
  )
  return rows.flatMap(({ cells }) => indices.flatMap((index) => cells[index] || []))
}
