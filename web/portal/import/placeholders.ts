import { isSpreadsheetError } from '../../lib/table-file/spreadsheet-damage.ts'
import type { Field } from './import-kind.ts'

/** Words that people and programs write for an unknown value, in lower case. */
const PLACEHOLDERS = new Set([
  ...['tbd', 'tba', 'tbc', 'to be determined', 'to be confirmed', 'to be announced', 'unknown', 'not known'],
  ...[
    'n/a',
    'na',
    'n.a',
    'n.a.',
    'n. a.',
    'not available',
    'not applicable',
    'none',
    'no value',
    'not set',
    'not specified',
  ],
  // MySQL exports a missing value as \N, which is compared in lower case like the others.
  ...['null', 'nil', 'nan', 'undefined', '\\n'],
  ...['k.a', 'k.a.', 'k. a.', 'keine angabe', 'unbekannt', 'brak', 'aucun', 'inconnu', 's.o', 's.o.'],
  ...['ninguno', 'desconocido', '0/0/00', '00/00/00', '00/00/0000', '0000-00-00', '0000-00-00 00:00:00'],
])

/** The default dates that databases and spreadsheets export where nobody has entered one, with or without a time. */
const EMPTY_DAY =
  /^(?:0001-01-01|1899-12-30|9999-12-31|0?1[./-]0?1[./-]0001|(?:12[./-]30|30[./-]12)[./-]1899|(?:12[./-]31|31[./-]12)[./-]9999)(?:[ t,].*)?$/

/** Whether a cell is a placeholder for an unknown value: "TBD", "(none)", "-", "?". */
export function isPlaceholder(cell: string): boolean {
  const bare = cell
    .trim()
    .toLowerCase()
    .replace(/^[([<](.*)[)\]>]$/, '$1')
    .trim()
  return PLACEHOLDERS.has(bare) || isSpreadsheetError(bare) || EMPTY_DAY.test(bare) || /^[\s\-–—_.…?*/\\~]*$/.test(bare)
}

/**
 * Whether a cell has a value for a field. Placeholders are ordinary text in prose and full names, but not in a part of a name.
 * A spreadsheet's error, such as #REF!, is never a value.
 */
export const hasValue = (cell: string, { isProse, parts }: Pick<Field, 'isProse' | 'parts'>) =>
  cell !== '' && (isProse && !parts ? !isSpreadsheetError(cell) : !isPlaceholder(cell))
