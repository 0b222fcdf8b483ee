import { byHeadings, type Table } from './source.ts'
import { typedNote } from './typed-note.ts'

/** What a secure note has for an address. */
const NOTE = 'http://sn'
/** An empty folder. */
const FOLDER = 'http://group'

const asExported = byHeadings({
  name: 'LastPass',
  knownBy: ['url', 'username', 'password', 'extra', 'name', 'grouping'],
  columns: {
    name: 'title',
    url: 'website',
    username: 'username',
    password: 'password',
    totp: 'code',
    extra: 'notes',
    grouping: 'folder',
    fav: 'favorite',
  },
  adjusted(entry, cell) {
    const [website] = entry.websites
    if (website === FOLDER) return undefined
    return website === NOTE ? typedNote({ ...entry, websites: [] }, cell('extra')) : entry
  },
})

export const lastPass = { ...asExported, entries: (table: Table) => asExported.entries(withoutEntities(table)) }

/**
 * The web page of LastPass writes `&amp;` for `&` and `&lt;` for `<`, its extension does not. A file is of the first sort
 * where these signs stand nowhere by themselves.
 */
function withoutEntities({ headings, rows }: Table): Table {
  const text = rows.flatMap(({ cells }) => cells).join('\n')
  if (!ENTITY.test(text) || /[<>]/.test(text) || text.replace(new RegExp(ENTITY, 'g'), '').includes('&')) {
    return { headings, rows }
  }
  const decoded = (cell: string) => cell.replace(new RegExp(ENTITY, 'g'), (entity) => SIGNS[entity] ?? entity)
  return { headings, rows: rows.map(({ number, cells }) => ({ number, cells: cells.map(decoded) })) }
}

const ENTITY = /&(?:amp|lt|gt|quot|apos|#0?39);/
const SIGNS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&#39;': "'",
  '&#039;': "'",
}
