import { linesInJson } from '../json-cell.ts'
import { labelled, present, type RawEntry } from '../raw-entry.ts'
import { websitesIn } from '../websites.ts'
import { byHeadings, type CellOf } from './source.ts'

export const protonPass = byHeadings({
  name: 'Proton Pass',
  knownBy: ['type', 'name', 'url', 'username', 'password', 'note', 'totp', 'vault|createtime'],
  columns: {
    name: 'title',
    url: 'website',
    username: 'username',
    password: 'password',
    note: 'notes',
    totp: 'code',
    vault: 'folder',
    email: 'elsewhere',
    autofillurls: 'elsewhere',
    type: 'elsewhere',
    createtime: 'nothing',
    modifytime: 'nothing',
  },
  adjusted: (entry, cell) => ({
    ...entry,
    websites: [...new Set([...entry.websites, ...websitesIn(cell('autofillurls'))])],
    ...whoFor(entry, cell),
  }),
})

/** Without a user name, people sign in with the e-mail address. Cards and identities are JSON in the note. */
function whoFor(entry: RawEntry, cell: CellOf): Pick<RawEntry, 'username' | 'notes'> {
  const email = cell('email').trim()
  const [note = '', ...others] = entry.notes
  const notes = note === cell('note').trim() ? [linesInJson(note)?.join('\n') ?? note, ...others] : entry.notes
  if (entry.username.trim() === '') return { username: email, notes }
  return { username: entry.username, notes: present([...notes, labelled('Email', email)]) }
}
