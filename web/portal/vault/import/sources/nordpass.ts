import { linesInJson } from '../json-cell.ts'
import { labelled, present } from '../raw-entry.ts'
import { byHeadings } from './source.ts'

/** Logins, notes, cards, identities and folders share one table; the column `type` tells them apart. */
export const nordPass = byHeadings({
  name: 'NordPass',
  knownBy: ['name', 'url', 'username', 'password', 'note', 'cardnumber', 'folder'],
  columns: {
    name: 'title',
    url: 'website',
    additional_urls: 'website',
    username: 'username',
    password: 'password',
    note: 'notes',
    folder: 'folder',
    shared_folder: 'folder',
    type: 'elsewhere',
    custom_fields: 'elsewhere',
  },
  adjusted(entry, cell) {
    if (cell('type') === 'folder') return undefined
    const fields = cell('custom_fields')
    return {
      ...entry,
      notes: present([...entry.notes, ...(linesInJson(fields) ?? [labelled('custom_fields', fields)])]),
    }
  },
})
