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

/** Groups stand below the one that holds all; KeePassXC writes what was thrown away, too. */
function withGroup(entry: RawEntry, group: string): RawEntry {
  const names = group.split('/').map((name) => name.trim())
  const isBelowRoot = names[0]?.toLowerCase() === 'root'
  const folder = (isBelowRoot ? names.slice(1) : names).join('/')
  const isThrownAway = names.slice(0, 2).some((name) => RECYCLE_BINS.has(name.toLowerCase()))
  return {
    ...entry,
    tags: [folder],
    ...(isThrownAway && { reservation: 'It lies in the recycle bin.' }),
  }
}

/** As KeePassXC names it in the languages that it speaks (share/translations there). */
const RECYCLE_BINS = new Set([
  ...[
    'recycle bin',
    'papierkorb',
    'corbeille',
    'papelera',
    'papelera de reciclaje',
    'cestino',
    'lixeira',
    'reciclagem',
  ],
  ...[
    'prullenbak',
    'kosz',
    'koš',
    'kôš',
    'papirkurv',
    'papperskorg',
    'papperskorgen',
    'roskakori',
    'prügikast',
    'kuka',
  ],
  ...['paperera', 'çöp kutusu', 'šiukšlinė', 'coș de gunoi', 'koš za smeće', 'корзина', 'смітник', 'кошче', '回收站'],
  ...['回收桶', 'ゴミ箱', '휴지통', 'κάδος ανακύκλωσης', 'סל־מחזור', 'سلة المهملات'],
])

/** What KeePass calls "KeePass CSV (1.x)". */
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
