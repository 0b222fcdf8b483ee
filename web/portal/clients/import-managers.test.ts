import { expect, it } from 'vitest'
import { withManagers } from './import-managers.ts'

const ana = { id: 'ana', display_name: 'Ana Reyes', deactivated_at: null }
const ben = { id: 'ben', display_name: 'Ben Carter', deactivated_at: null }
const gone = { id: 'gone', display_name: 'Gina Gone', deactivated_at: '2026-11-01T00:00:00Z' }
const row = (name?: string) => (name === undefined ? {} : { looked_after_by: name })

it('[lists.md#import] finds who looks after a client by name, whatever its case', () => {
  const matches = withManagers([row('ana reyes'), row(), row('Ben Carter')], [], [ana, ben])
  expect(matches.map(({ place, values }) => [place, values])).toEqual([
    [0, { looked_after_by: 'ana' }],
    [2, { looked_after_by: 'ben' }],
  ])
})

it.each([
  ['nobody has', 'Nell Nobody', [ana], 'Nobody on the staff of this agency is called “Nell Nobody”.'],
  ['only somebody deactivated has', 'Gina Gone', [gone], 'Nobody on the staff of this agency is called “Gina Gone”.'],
  ['two people have', 'Ana Reyes', [ana, { ...ana, id: 'other' }], '2 people of this agency are called “Ana Reyes”.'],
])('[lists.md#import] names the row whose name %s, and stores nobody', (_, name, staff, words) => {
  const [match, ...others] = withManagers([row(name)], [], staff)
  expect(others).toEqual([])
  expect(match?.problem).toEqual({ column: 'Looked after by', sentence: expect.stringContaining(words) })
  expect(match?.values).toBeUndefined()
})
