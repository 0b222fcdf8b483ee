import { byHeadings } from './source.ts'
import { typedNote } from './typed-note.ts'

export const zohoVault = byHeadings({
  name: 'Zoho Vault',
  knownBy: ['password name|secret name', 'secretdata'],
  columns: {
    'password name': 'title',
    'secret name': 'title',
    'password url': 'website',
    'secret url': 'website',
    secretdata: 'notes',
    notes: 'notes',
    tags: 'tags',
    favorite: 'favorite',
    totp: 'code',
    login_totp: 'code',
    'folder name': 'folder',
    classification: 'nothing',
  },
  adjusted: (entry, cell) => typedNote(entry, cell('secretdata')),
})
