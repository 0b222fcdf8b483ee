import { byHeadings } from './source.ts'

/** Bitwarden exports a personal vault (`folder`) or that of an organization (`collections`). */
export const bitwarden = byHeadings({
  name: 'Bitwarden',
  knownBy: ['name', 'login_uri', 'login_username', 'login_password'],
  columns: {
    name: 'title',
    login_uri: 'website',
    login_username: 'username',
    login_password: 'password',
    login_totp: 'code',
    notes: 'notes',
    fields: 'notes',
    folder: 'folder',
    collections: 'tags',
    favorite: 'favorite',
    type: 'elsewhere',
    reprompt: 'nothing',
    archiveddate: 'elsewhere',
  },
  adjusted: (entry, cell) =>
    cell('archiveddate').trim() === '' ? entry : { ...entry, tags: [...entry.tags, 'Archived'] },
})
