import { expect, it } from 'vitest'
import type { Entry } from './entry.ts'
import { entriesWith, isOld, otherUses, passwordAge } from './reuse.ts'

const entry = (title: string, password_changed_at = '2026-01-01T00:00:00Z'): Entry => ({
  id: title,
  user_id: 'ana',
  agency_id: null,
  title,
  website_url: null,
  username: null,
  encrypted_password: `payload of ${title}`,
  tags: [],
  is_favorite: false,
  password_strength_score: 0,
  created_at: '',
  updated_at: '',
  password_changed_at,
  two_step_key_changed_at: null,
  client_id: null,
  owner: null,
  client: null,
})

it('[vault.md#reuse-and-age] counts the other entries that have the same password, of those that open', () => {
  const entries = ['Router', 'Mail', 'Printer', 'Shut'].map((title) => entry(title))
  const fingerprints = new Map([
    ['payload of Router', 'one'],
    ['payload of Mail', 'one'],
    ['payload of Printer', 'two'],
  ])
  expect(entries.map((each) => otherUses(each, fingerprints))).toEqual([1, 1, 0, 0])
  expect(entriesWith('one', entries, fingerprints).map(({ title }) => title)).toEqual(['Router', 'Mail'])
  expect(entriesWith('three', entries, fingerprints)).toEqual([])
})

it.each([
  ['2026-06-30T23:00:00Z', '0 days'],
  ['2026-06-29T23:00:00Z', '1 day'],
  ['2026-05-03T00:00:00Z', '59 days'],
  ['2026-04-01T00:00:00Z', '2 months'],
  ['2025-01-15T00:00:00Z', '17 months'],
  ['2024-06-01T00:00:00Z', '2 years'],
  ['2027-01-01T00:00:00Z', '0 days'],
])('[vault.md#reuse-and-age] a password of %s is %s on the first of July', (changed, age) => {
  expect(passwordAge(entry('Router', changed), Date.parse('2026-07-01T00:00:00Z'))).toBe(age)
})

it('[vault.md#reuse-and-age] is old after a year', () => {
  const now = Date.parse('2026-07-01T00:00:00Z')
  expect(isOld(entry('Router', '2025-07-01T00:00:00Z'), now)).toBe(false)
  expect(isOld(entry('Router', '2025-06-29T00:00:00Z'), now)).toBe(true)
})
