import { parseTable, type TableFile } from '../../lib/table-file/table-file.ts'
import type { TextFile } from '../../lib/table-file/text-file.ts'
import { isHeadingOf } from './headings.ts'
import type { ImportKind } from './import-kind.ts'

/** The most rows of one import. The database enforces it too (supabase/schemas/imports.sql). */
export const MAX_ROWS = 5000
export const MAX_MEGABYTES = 5

/** Finds the table in a file: its header is the row with the most headings of this kind. */
export const findTable = ({ name, text }: Pick<TextFile, 'name' | 'text'>, { fields }: ImportKind): TableFile =>
  parseTable(name, text, { mostRows: MAX_ROWS, isKnown: (heading) => isHeadingOf(fields, heading) })
