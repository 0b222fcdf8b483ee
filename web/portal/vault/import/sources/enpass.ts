import { type Column, type EntryPart, entryOfRow } from '../column-part.ts'
import { isFieldHeading } from '../entry-columns.ts'
import type { RawEntry } from '../raw-entry.ts'
import { plainHeading, type Source, type Table } from './source.ts'
import { withoutHeadings } from './without-headings.ts'

/** A row holds a title, then names and values of fields by turns, and at the end the note, if there is one. */
export const enpassWithoutHeadings: Source = {
  name: 'Enpass',
  isMeant: (table) => hasLogin(withoutHeadings(table)),
  entries: (table) => withoutHeadings(table).map(entryOf),
}

/** The headings are "Title", "Field", "Value", "Field", "Value", …, "Note". */
export const enpass: Source = {
  name: 'Enpass',
  isMeant: ({ headings: [first = '', second = ''] }) =>
    plainHeading(first) === 'title' && plainHeading(second) === 'field',
  entries: ({ rows }) => rows.map(entryOf),
}

/** Headings look like names of fields. If only the first of several rows has such names, it is the heading row. */
const hasLogin = ([first, ...others]: Table['rows']) =>
  (others.length > 0 ? others : [first]).some((row) => row && isLogin(row.cells))

/** In a heading row, the cells in the place of values are names of fields too. */
function isLogin(cells: readonly string[]): boolean {
  const names = cells.filter((_, index) => index % 2 === 1)
  const values = cells.filter((_, index) => index % 2 === 0).slice(1)
  if (values.some(isFieldHeading)) return false
  const found = names.map((name) => parts[nameOf(name)])
  return found.includes('password') && found.some((part) => part !== undefined && part !== 'password')
}

function entryOf({ number, cells }: Table['rows'][number]): RawEntry {
  const columns = cells.map((_, index): Column => {
    if (index === 0) return { part: 'title', label: '' }
    const isNote = index === cells.length - 1 && cells.length % 2 === 0
    if (isNote) return { part: 'notes', label: '' }
    const label = (cells[index - 1] ?? '').replace(/^\*/, '').trim()
    return index % 2 === 1 ? { part: 'nothing', label: '' } : { part: parts[nameOf(label)] ?? 'notes', label }
  })
  return entryOfRow(number, cells, columns)
}

/** Enpass marks secret fields with an asterisk. */
const nameOf = (label: string) => label.replace(/^\*/, '').trim().toLowerCase()

const parts: Readonly<Record<string, EntryPart>> = {
  username: 'username',
  login: 'username',
  email: 'username',
  'e-mail': 'username',
  password: 'password',
  url: 'website',
  website: 'website',
  totp: 'code',
  'one-time code': 'code',
  tags: 'tags',
  // Fields are named in the person's language.
  benutzername: 'username',
  passwort: 'password',
  webseite: 'website',
  "nom d'utilisateur": 'username',
  'mot de passe': 'password',
  'site web': 'website',
  'nombre de usuario': 'username',
  contraseña: 'password',
  'sitio web': 'website',
}
