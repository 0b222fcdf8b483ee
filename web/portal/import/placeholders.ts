import type { Field } from './import-kind.ts'

/** What people and programs write where they know nothing, in small letters. */
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
  ...['null', 'nil', 'nan', 'undefined', '#n/a', '#ref!', '#value!', '#name?', '#null!'],
  ...['k.a', 'k.a.', 'k. a.', 'keine angabe', 'unbekannt', 'brak', 'aucun', 'inconnu', 's.o', 's.o.'],
  ...['ninguno', 'desconocido', '0/0/00', '00/00/00', '00/00/0000', '0000-00-00', '0000-00-00 00:00:00'],
])

/** Whether a cell says that something is not known: "TBD", "(none)", "-", "?". */
export function isPlaceholder(cell: string): boolean {
  const bare = cell
    .trim()
    .toLowerCase()
    .replace(/^[([<](.*)[)\]>]$/, '$1')
    .trim()
  return PLACEHOLDERS.has(bare) || /^[\s\-–—_.…?*/\\~]*$/.test(bare)
}

/** Whether a cell says something about a field. A name is no placeholder, but a part of it may be missing. */
export const isSaid = (cell: string, { isProse, parts }: Pick<Field, 'isProse' | 'parts'>) =>
  cell !== '' && ((isProse && !parts) || !isPlaceholder(cell))
