import { byHeadings, type Table } from './source.ts'
import { typedNote } from './typed-note.ts'

/** The address of a secure note. */
const NOTE = 'http://sn'
/** What its web page writes for an entry that is in no folder. */
const NO_FOLDER = '(none)'
/** The address of an empty folder. */
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
  adjusted(read, cell) {
    const entry = { ...read, tags: read.tags.filter((tag) => tag !== NO_FOLDER) }
    const [website] = entry.websites
    if (website === FOLDER) return undefined
    return website === NOTE ? typedNote({ ...entry, websites: [] }, cell('extra')) : entry
  },
})

export const lastPass = {
  ...asExported,
  entries: (table: Table) => asExported.entries(hasEntities(table) ? decoded(table) : table),
  notice: (table: Table) =>
    hasEntities(table) ? 'LastPass wrote some signs as &amp;, &lt; or the like: they are read as & and <.' : undefined,
}

/**
 * LastPass's web page escapes `&` and `<` as entities, and its extension does not. A file without any bare `&` or `<`
 * came from the web page.
 */
function hasEntities({ rows }: Table): boolean {
  const text = rows.flatMap(({ cells }) => cells).join('\n')
  return text.search(ENTITIES) >= 0 && !/[&<>]/.test(text.replace(ENTITIES, ''))
}

const decoded = ({ headings, rows }: Table): Table => ({
  headings,
  rows: rows.map(({ number, cells }) => ({
    number,
    cells: cells.map((cell) => cell.replace(ENTITIES, (entity) => SIGNS[entity] ?? entity)),
  })),
})

const ENTITIES = /&(?:amp|lt|gt|quot|apos|#0?39);/g
const SIGNS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&#39;': "'",
  '&#039;': "'",
}
