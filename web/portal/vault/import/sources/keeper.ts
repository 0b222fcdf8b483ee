import { webLink } from '../../../../lib/web-link.ts'
import { type Column, entryOfRow } from '../column-part.ts'
import { labelled, present, type RawEntry } from '../raw-entry.ts'
import { byHeadings, type Source, type Table } from './source.ts'
import { withoutHeadings } from './without-headings.ts'

/** Folder, title, login, password, address, notes, shared folder; then names and values of further fields by turns. */
const columns: readonly Column[] = (
  ['folder', 'title', 'username', 'password', 'website', 'notes', 'elsewhere'] as const
).map((part) => ({ part, label: '' }))

const entriesOf = (rows: Table['rows']) =>
  rows.map(({ number, cells }) => withFields(entryOfRow(number, cells, columns), cells))

/** Keeper's exports have no headings. */
export const keeperWithoutHeadings: Source = {
  name: 'Keeper',
  isMeant: (table) => hasItsShape(withoutHeadings(table)),
  entries: (table) => entriesOf(withoutHeadings(table)),
}

/** Keeper's spreadsheet template has headings. */
export const keeper: Source = {
  ...byHeadings({ name: 'Keeper', knownBy: ['folder', 'title', 'login', 'password', 'website address'], columns: {} }),
  entries: ({ rows }) => entriesOf(rows),
}

/** Recognises Keeper by its field names, or by seven cells of which the fifth is empty or an address in every row. */
function hasItsShape(rows: Table['rows']): boolean {
  const has = (isMeant: (cell: string) => boolean) =>
    rows.some(({ cells }) => cells.slice(columns.length).some((cell) => isMeant(cell)))
  if (has((cell) => cell === 'TFC:Keeper' || cell.startsWith('$oneTimeCode') || cell === '$type')) return true
  const addresses = rows.flatMap(({ cells }) => cells[4] || [])
  const isComplete = ({ cells }: Table['rows'][number]) => (cells[1] ?? '') !== '' && (cells[3] ?? '') !== ''
  return (
    addresses.length > 0 &&
    addresses.every((cell) => /^https?:/i.test(cell) && webLink(cell) !== undefined) &&
    rows.some(isComplete) &&
    rows.every(({ cells }) => cells.length <= columns.length || cells.length % 2 === 1)
  )
}

function withFields(entry: RawEntry, cells: readonly string[]): RawEntry {
  const cellsOfFields = cells.slice(columns.length)
  const fields = cellsOfFields.flatMap((label, index) =>
    index % 2 === 0 ? [{ label, value: cellsOfFields[index + 1] ?? '' }] : [],
  )
  const isCode = ({ label }: Field) => label === 'TFC:Keeper' || label.startsWith('$oneTimeCode')
  // The cell "Social Media#edit#reshare" holds a folder and the rights of others in it.
  const [shared = ''] = (cells[6] ?? '').split('#')
  return {
    ...entry,
    tags: present([...entry.tags, shared]),
    codes: present([...entry.codes, ...fields.filter(isCode).map(({ value }) => value)]),
    notes: present([...entry.notes, ...fields.filter((field) => !isCode(field)).map(lineOf)]),
  }
}

type Field = { label: string; value: string }

function lineOf({ label, value }: Field): string {
  if (label === '$type' && value === 'login') return ''
  return labelled(label.replace(/^\$/, ''), value)
}
