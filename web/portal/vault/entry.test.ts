import { describe, expect, it } from 'vitest'
import { type Entry, isFound, mayDelete, ownerName } from './entry.ts'

const entry: Entry = {
  id: '1',
  user_id: 'ana',
  agency_id: 'north',
  title: 'Harbor Bakery WordPress',
  website_url: 'https://harborbakery.test',
  username: 'orders@harborbakery.test',
  encrypted_password: '',
  tags: ['Client', 'hosting'],
  is_favorite: false,
  password_strength_score: 3,
  created_at: '2026-11-21T00:00:00Z',
  updated_at: '2026-11-21T00:00:00Z',
  password_changed_at: '2026-11-21T00:00:00Z',
  two_step_key_changed_at: null,
  client_id: 'clara',
  owner: { display_name: 'Ana Reyes' },
  client: { name: 'Clara Clarke' },
}

it.each<[string, boolean]>([
  ['bakery', true],
  ['HARBOR press', true],
  ['orders@', true],
  ['hosting', true],
  ['clarke', true],
  ['client bakery', true],
  ['bakery garage', false],
  ['%', false],
])('a search for %j finds it: %j', (typed, isThere) => {
  expect(isFound(entry, typed)).toBe(isThere)
})

it('finds nothing in what an entry does not have', () => {
  expect(isFound({ ...entry, website_url: null, username: null, tags: [], client: null }, 'null')).toBe(false)
})

describe('[who-may-do-what.md#rows] who may delete', () => {
  it.each<[string, Entry, string, Parameters<typeof mayDelete>[2], boolean]>([
    ['the owner, whatever they are', entry, 'ana', ['agency_staff'], true],
    ['an agency admin, what is shared', entry, 'eve', ['agency_admin'], true],
    ['an admin, what is shared', entry, 'abe', ['user', 'admin'], true],
    ['a colleague, nothing', entry, 'ben', ['agency_staff'], false],
    ['a super admin, nothing of others', entry, 'sol', ['super_admin'], false],
  ])('%s', (_who, what, me, roles, may) => {
    expect(mayDelete(what, me, roles)).toBe(may)
  })
})

it('calls an owner who is gone by what they were', () => {
  expect(ownerName({ ...entry, owner: null })).toBe('a former colleague')
})
