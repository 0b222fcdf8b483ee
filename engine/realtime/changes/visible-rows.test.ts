import { expect, it } from 'vitest'
import { visibleChangesOf } from './visible-rows.ts'

const table = {
  id: '1',
  schema: 'public',
  name: 'clients',
  hasRowPolicies: true,
  restricted: [],
  policies: [],
  keys: ['id'],
  columns: [{ name: 'id', type: 'int4', fullType: 'integer', isExact: true, readers: ['authenticated'] }],
}
const binding = { id: 1, event: '*', schema: 'public', table: '*', conditions: [], select: undefined } as const
const gone = { table: '1', type: 'DELETE', at: '', row: null, old: { id: 1 } } as const
const log = { warn: () => undefined }

it('costs the database nothing where the role may read no column: the public key is enough to ask', async () => {
  let asked = 0
  const database = {
    run: async () => {
      asked += 1
      return []
    },
    listen: async () => undefined,
    transaction: async () => Promise.reject(new Error('Nothing is written here.')),
    session: () => Promise.reject(new Error('Nothing here runs outside of a transaction.')),
    close: async () => undefined,
  }
  const viewFor = (role: string) =>
    visibleChangesOf(database, log, { role, claims: { role } }, table, [{ ...binding, conditions: [] }], [gone])
  expect(await viewFor('anon')).toEqual({ ofChange: new Map(), isRefused: true })
  expect(asked).toBe(0)
  expect((await viewFor('authenticated')).isRefused).toBe(false)
  expect(asked).toBe(1)
})
