import { byHeadings } from './source.ts'

/** Version 8 always writes the same columns; older versions wrote the columns that the person chose. */
export const onePassword = byHeadings({
  name: '1Password',
  knownBy: [
    'title',
    'username',
    'password',
    'url|website|urls',
    'favorite|archived|tags|uuid|notesplain|scope|autosubmit',
  ],
  columns: {
    title: 'title',
    url: 'website',
    urls: 'website',
    website: 'website',
    username: 'username',
    password: 'password',
    otpauth: 'code',
    'one-time password': 'code',
    notes: 'notes',
    notesplain: 'notes',
    tags: 'tags',
    favorite: 'favorite',
    archived: 'elsewhere',
    type: 'nothing',
    uuid: 'nothing',
    scope: 'nothing',
    autosubmit: 'nothing',
    ainfo: 'nothing',
    ps: 'nothing',
    'created date': 'nothing',
    'modified date': 'nothing',
  },
  adjusted: (entry, cell) =>
    cell('archived').trim().toLowerCase() === 'true' ? { ...entry, tags: [...entry.tags, 'Archived'] } : entry,
})

/** The format that 1Password documents for CSV imports, and that other programs write for it. */
export const onePasswordByHand = byHeadings({
  name: '1Password',
  knownBy: ['title', 'username', 'password', 'url|website'],
  columns: {
    title: 'title',
    url: 'website',
    website: 'website',
    username: 'username',
    password: 'password',
    otpauth: 'code',
    notes: 'notes',
  },
})
