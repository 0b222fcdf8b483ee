import pg from 'pg'
import { expect, it, vi } from 'vitest'
import type { Database, Row, TransactionOptions } from '../../database/database.ts'
import type { Change } from './change.ts'
import { parseFilter } from './change-filter.ts'
import type { Table } from './published-tables.ts'
import type { Subscriber } from './subscriber.ts'
import { visibleChanges } from './visible-changes.ts'

const table: Table = {
  ...{ id: '1', schema: 'public', name: 'clients', hasRowPolicies: true, restricted: [], policies: [], keys: ['id'] },
  columns: [{ name: 'id', type: 'int4', fullType: 'integer', isExact: true, readers: ['authenticated'] }],
}
const change: Change = { table: '1', type: 'INSERT', at: '', row: { id: 1 }, old: null }
const log = { warn: vi.fn() }

function person(sub: string, filter = '') {
  const wish = { id: 1, event: '*', schema: 'public', table: 'clients', select: undefined } as const
  const missed = vi.fn()
  const subscriber: Subscriber = {
    bindings: [{ ...wish, conditions: parseFilter(filter) }],
    caller: () => ({ role: 'authenticated', claims: { role: 'authenticated', sub } }),
    ...{ tell: vi.fn(), missed, ended: vi.fn() },
  }
  return { subscriber, missed }
}

function refused(code: string) {
  return Object.assign(new pg.DatabaseError('refused', 0, 'error'), { code })
}

type FakeResults = { together?: () => Promise<void>; alone?: (sub: unknown) => Promise<void> }

/** A database in which everybody sees the row, with a record of its statements. */
function databaseThat({ together, alone }: FakeResults) {
  const asked: string[] = []
  const database: Database = {
    run: vi.fn().mockImplementation(async ({ caller }: TransactionOptions): Promise<Row[]> => {
      asked.push(caller ? `alone: ${caller.claims.sub}` : 'together')
      await (caller ? alone?.(caller.claims.sub) : together?.())
      return caller ? [{ n: 1, fits: [true] }] : [{ n: 1, seen: [1], failure: null }]
    }),
    transaction: async () => Promise.reject(new Error('Nothing is written here.')),
    listen: async () => undefined,
    session: () => Promise.reject(new Error('Nothing here runs outside of a transaction.')),
    close: async () => undefined,
  }
  return { database, asked }
}

const concerned = (...people: ReturnType<typeof person>[]) =>
  new Map([[change, new Set(people.map(({ subscriber }) => subscriber))]])

it('asks alone for whose filter only Postgres understands', async () => {
  const [ana, ben] = [person('ana', 'id=eq.1'), person('ben', 'id=gt.0')]
  const { database, asked } = databaseThat({})
  const views = await visibleChanges(database, log, table, concerned(ana, ben))
  expect(asked).toEqual(['together', 'alone: ben'])
  const seen = { record: { id: 1 }, fits: [true] }
  expect([ana, ben].map(({ subscriber }) => views.get(subscriber)?.ofChange.get(change))).toEqual([seen, seen])
})

it('asks each alone where asking together takes too long, so that the slow one alone misses something', async () => {
  const [ana, ben] = [person('ana'), person('ben')]
  const { database, asked } = databaseThat({
    together: () => Promise.reject(refused('57014')),
    alone: async (sub) => (sub === 'ben' ? Promise.reject(refused('57014')) : undefined),
  })
  const views = await visibleChanges(database, log, table, concerned(ana, ben))
  expect(asked.toSorted()).toEqual(['alone: ana', 'alone: ben', 'together'])
  expect(views.get(ana.subscriber)?.ofChange.size).toBe(1)
  expect([ana, ben].map(({ missed }) => missed.mock.calls.length)).toEqual([0, 1])
})

it('asks nothing for whose role may read no column', async () => {
  const ana = person('ana')
  const { database, asked } = databaseThat({})
  const closed = { ...table, columns: table.columns.map((column) => ({ ...column, readers: [] })) }
  const views = await visibleChanges(database, log, closed, concerned(ana))
  expect(views.get(ana.subscriber)?.isRefused).toBe(true)
  expect(asked).toEqual([])
})
