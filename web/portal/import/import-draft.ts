import type { TableFile } from '../../lib/table-file/table-file.ts'
import type { Columns } from './columns.ts'
import type { DateOrder, Field } from './import-kind.ts'
import type { Doubles } from './plan.ts'
import { ambiguousDay, orderShownBy } from './read-values.ts'

/** What somebody has said about a file so far. It outlives the dialog, not the page: a browser forgets files. */
export type ImportDraft = {
  table: TableFile
  columns: Columns
  /** As long as nobody has said, what the file shows. */
  order: DateOrder | undefined
  fallback: string
  /** Only super admins choose one. */
  agencyId: string | undefined
  doubles: Doubles
  leavesOutWrong: boolean
  /** The import that is looked at before it is made. */
  importId: string | undefined
}

export const newDraft = (table: TableFile, columns: Columns): ImportDraft => ({
  ...{ table, columns, order: undefined, fallback: '', agencyId: undefined },
  ...{ doubles: 'skip', leavesOutWrong: false, importId: undefined },
})

type Dates = {
  /** Undefined as long as it has to be asked for. */
  order: DateOrder | undefined
  /** A date to ask about; undefined where nothing depends on the order. */
  example: string | undefined
  isShown: boolean
}

/** How the dates of the file are read. */
export function datesOf({ table, columns, order }: ImportDraft, fields: readonly Field[]): Dates {
  const isDate = (index: number) => fields.some(({ name, isDate }) => isDate && name === columns[index])
  const cells = table.rows.flatMap((row) => row.cells.filter((_, index) => isDate(index)))
  const shown = orderShownBy(cells)
  if (shown === undefined) return { order: 'month first', example: undefined, isShown: true }
  const isShown = shown !== 'unknown'
  return { order: order ?? (isShown ? shown : undefined), example: ambiguousDay(cells) ?? cells[0], isShown }
}
