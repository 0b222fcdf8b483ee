import type { RawEntry } from '../raw-entry.ts'
import { byHeadings } from './source.ts'

const named = {
  group: 'folder',
  title: 'title',
  username: 'username',
  password: 'password',
  url: 'website',
  notes: 'notes',
  totp: 'code',
  icon: 'nothing',
  'last modified': 'nothing',
  created: 'nothing',
} as const

export const keePassXc = byHeadings({
  name: 'KeePassXC',
  knownBy: ['group', 'title', 'username', 'password', 'url'],
  columns: named,
  adjusted: (entry, cell) => withGroup(entry, cell('group')),
})

/** All groups lie below one root group, whose name is dropped. */
function withGroup(entry: RawEntry, group: string): RawEntry {
  const names = group.split('/').map((name) => name.trim())
  const isBelowRoot = names[0]?.toLowerCase() === 'root'
  const folder = (isBelowRoot ? names.slice(1) : names).join('/')
  return { ...entry, tags: [folder] }
}

/** KeePass calls this format "KeePass CSV (1.x)". */
export const keePass = byHeadings({
  name: 'KeePass',
  knownBy: ['account', 'login name', 'password', 'web site', 'comments'],
  columns: {
    account: 'title',
    'login name': 'username',
    password: 'password',
    'web site': 'website',
    comments: 'notes',
  },
})
