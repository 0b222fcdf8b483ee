import { type TableFile, tableOf } from '../../lib/table-file/table-file.ts'
import type { TextFile } from '../../lib/table-file/text-file.ts'
import { isHeadingOf } from './headings.ts'
import type { ImportKind } from './import-kind.ts'

/** The most that one import takes; the database holds to the rows, too (supabase/schemas/imports.sql). */
export const MOST_ROWS = 5000
export const MOST_MEGABYTES = 5

/** The table in a file, with its headings where this kind of import knows most of them. */
export const tableIn = ({ name, text }: Pick<TextFile, 'name' | 'text'>, { fields }: ImportKind): TableFile =>
  tableOf(name, text, { mostRows: MOST_ROWS, isKnown: (heading) => isHeadingOf(fields, heading) })
