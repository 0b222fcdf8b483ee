import { expect, it } from 'vitest'
import type { StoredEntry } from '../export/stored-entries.ts'
import { changeOf, isTooLarge, planOf } from './plan.ts'
import type { OpeningResult } from './rewrapper.ts'

const entry = (id: string, more: Partial<StoredEntry> = {}): StoredEntry => ({
  id,
  title: id,
  user_id: 'ana',
  agency_id: null,
  website_url: null,
  username: null,
  encrypted_password: 'sealed',
  encrypted_notes: null,
  encrypted_two_step_key: null,
  two_step_key_changed_at: null,
  tags: [],
  is_favorite: false,
  password_strength_score: 0,
  created_at: '',
  password_changed_at: '',
  client_id: null,
  updated_at: `version of ${id}`,
  owner: { display_name: 'Ana' },
  ...more,
})
const ben = { user_id: 'ben', owner: { display_name: 'Ben' } }
const gone = { user_id: null, owner: null }

it('[vault.md#changing-the-passphrase] names what stays behind: one’s own that do not open, and whose the others are', () => {
  const openings: [StoredEntry, OpeningResult][] = [
    [entry('router'), 'opens'],
    [entry('old'), 'shut'],
    [entry('half'), 'notes are shut'],
    [entry('broken'), 'invalid'],
    [entry('printer', ben), 'opens'],
    [entry('scanner', ben), 'notes are shut'],
    [entry('elsewhere', ben), 'shut'],
    [entry('left', gone), 'opens'],
  ]
  const all = openings.map(([one]) => one)
  const plan = planOf(all, new Map(openings.map(([{ id }, opening]) => [id, opening])), 'ana')
  expect(plan.entries.map(({ id }) => id)).toEqual(['router'])
  expect(plan.leftOut.map(({ entry: { id }, why }) => [id, why])).toEqual([
    ['old', 'opens with another passphrase'],
    ['half', 'its notes open with another passphrase'],
    ['broken', 'is damaged: Invalid payload'],
  ])
  expect(plan.colleagues).toEqual([
    { id: 'ben', name: 'Ben', titles: ['printer', 'scanner'] },
    { id: null, name: 'a former colleague', titles: ['left'] },
  ])
  const secrets = { id: 'router', encrypted_password: 'anew', encrypted_notes: null, encrypted_two_step_key: 'key' }
  expect(changeOf(plan, new Map([['router', secrets]]))).toEqual({
    entries: [{ ...secrets, seen: 'version of router' }],
    leftOut: ['old', 'half', 'broken'].map((id) => ({ id, title: id })),
  })
  expect(() => changeOf(plan, new Map())).toThrow('An entry was not encrypted.')
})

it('[vault.md#changing-the-passphrase] counts an entry that was never tried as a mistake', () => {
  expect(() => planOf([entry('router')], new Map(), 'ana')).toThrow('An entry was not tried.')
})

it('[vault.md#changing-the-passphrase] begins nothing that the server would not take in one request', () => {
  const long = entry('long', { encrypted_notes: 'n'.repeat(100_000) })
  const plan = (count: number) => ({ entries: Array.from({ length: count }, () => long), leftOut: [], colleagues: [] })
  expect([isTooLarge(plan(100)), isTooLarge(plan(105))]).toEqual([false, true])
})
