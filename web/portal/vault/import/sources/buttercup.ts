import { byHeadings } from './source.ts'

export const buttercup = byHeadings({
  name: 'Buttercup',
  knownBy: ['!group_id', '!group_name', 'title', 'username', 'password'],
  columns: {
    title: 'title',
    username: 'username',
    password: 'password',
    url: 'website',
    note: 'notes',
    notes: 'notes',
    '!group_name': 'folder',
    '!type': 'elsewhere',
    '!group_id': 'nothing',
    id: 'nothing',
  },
  // A group has a row of its own.
  adjusted: (entry, cell) => (['group', '--'].includes(cell('!type')) && entry.password === '' ? undefined : entry),
})
