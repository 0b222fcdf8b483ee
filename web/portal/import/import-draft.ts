import type { TableFile } from '../../lib/table-file/table-file.ts'
import type { TextFile } from '../../lib/table-file/text-file.ts'
import { amountsIn } from './amounts.ts'
import type { Columns } from './columns.ts'
import { ambiguousDay, orderShownBy } from './dates.ts'
import { guessColumns } from './guess-columns.ts'
import type { DateOrder, Field, ImportKind, Style } from './import-kind.ts'
import type { Doubles } from './plan.ts'
import { tableIn } from './table-in.ts'
import { otherWords, type Words, wordsMeant } from './words.ts'

/** What somebody has said about a file so far. It outlives the dialog, not the page: a browser forgets files. */
export type ImportDraft = {
  file: TextFile
  table: TableFile
  columns: Columns
  /** Columns that nobody has made sure of yet. */
  unsure: readonly number[]
  /** As long as nobody has said, what the file shows. */
  order: DateOrder | undefined
  decimalMark: Style['decimalMark'] | undefined
  words: Words
  fallback: string
  /** Only super admins choose one. */
  agencyId: string | undefined
  doubles: Doubles
  leavesOutWrong: boolean
  /** Rows that are the same as those of the same name. */
  namesakes: readonly number[]
  /** The import that is looked at before it is made. */
  importId: string | undefined
}

export function newDraft(file: TextFile, kind: ImportKind): ImportDraft {
  const table = tableIn(file, kind)
  return {
    ...{ file, table, ...guessColumns(table, kind.fields), order: undefined, decimalMark: undefined, words: {} },
    ...{
      fallback: '',
      agencyId: undefined,
      doubles: 'skip',
      leavesOutWrong: false,
      namesakes: [],
      importId: undefined,
    },
  }
}

/** The same file in another code page: its columns stay what somebody has said, as long as they are the same ones. */
export function reread(draft: ImportDraft, file: TextFile, kind: ImportKind): ImportDraft {
  const { table, columns, unsure } = newDraft(file, kind)
  return table.headings.length === draft.columns.length
    ? { ...draft, file, table }
    : { ...draft, file, table, columns, unsure }
}

/** What a draft says of how its cells are read. */
type Said = Pick<ImportDraft, 'table' | 'columns' | 'order' | 'decimalMark' | 'words'>

type Dates = {
  /** Undefined as long as it has to be asked for. */
  order: DateOrder | undefined
  /** A date to ask about; undefined where nothing depends on the order. */
  example: string | undefined
  isShown: boolean
}

/** How the dates of the file are read. */
export function datesOf({ table, columns, order }: Said, fields: readonly Field[]): Dates {
  const cells = cellsOf(table, columns, (field) => field.isDate === true, fields)
  const shown = orderShownBy(cells)
  if (shown === undefined) return { order: 'month first', example: undefined, isShown: true }
  const isShown = shown !== 'unknown'
  return { order: order ?? (isShown ? shown : undefined), example: ambiguousDay(cells) ?? cells[0], isShown }
}

/** How the amounts of the file are read; `example` is one to ask about. */
export function amountsOf({ table, columns, decimalMark }: Said, fields: readonly Field[]) {
  const found = amountsIn(cellsOf(table, columns, (field) => field.isAmount === true, fields))
  return { ...found, isShown: found.decimalMark !== undefined, decimalMark: decimalMark ?? found.decimalMark }
}

/** All that the cells do not say themselves, as far as somebody or the file has said it. */
export function stylesOf(draft: Said, fields: readonly Field[]): { style: Style; words: Words } {
  const { order = 'month first' } = datesOf(draft, fields)
  const { decimalMark = ',' } = amountsOf(draft, fields)
  return { style: { order, decimalMark }, words: wordsMeant(otherWords(draft.table, { ...draft, fields })) }
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
