import { expect, it } from 'vitest'
import { parseFilter } from './change-filter.ts'
import type { Table } from './published-tables.ts'
import type { Subscriber } from './subscriber.ts'
import { SubscriberIndex } from './subscriber-index.ts'

const column = (name: string, isExact = true, readers = ['anon', 'authenticated']) => {
  return { name, type: '', fullType: '', isExact, readers }
}
const clients: Table = {
  ...{ id: '1', schema: 'public', name: 'clients', hasRowPolicies: true, restricted: [], policies: [], keys: ['id'] },
  columns: [column('id'), column('city'), column('budget', false), column('secret', true, ['authenticated'])],
}

type Wish = { schema?: string; table?: string; filter?: string }

function subscriber(wishes: Wish[], role = 'anon'): Subscriber {
  const bindings = wishes.map(({ schema = 'public', table = 'clients', filter = '' }, id) => {
    return { id, event: '*' as const, schema, table, conditions: parseFilter(filter), select: undefined }
  })
  const nothing = () => undefined
  return { bindings, caller: () => ({ role, claims: { role } }), tell: nothing, missed: nothing, ended: nothing }
}

function audienceOf(...subscribers: Subscriber[]) {
  const audience = new SubscriberIndex()
  for (const one of subscribers) audience.add(one)
  return audience
}

it('compares a row with those alone who wait for its values', () => {
  const [first, second] = [subscriber([{ filter: 'id=eq.1' }]), subscriber([{ filter: 'id=eq.2' }])]
  const both = subscriber([{ filter: 'id=eq.1' }, { filter: 'id=eq.2,city=like.N%' }])
  const audience = audienceOf(first, second, both)
  expect([...audience.candidatesFor(clients, { id: 1 })]).toEqual([first, both])
  expect([...audience.candidatesFor(clients, { id: 2 })]).toEqual([second, both])
  expect([...audience.candidatesFor(clients, { id: 3 })]).toEqual([])
  expect(audience.columnsOf(clients)).toEqual(['id'])
})

it('passes nobody over of whom only Postgres knows what they wait for', () => {
  const all = subscriber([{}])
  const other = subscriber([{ filter: 'id=gt.5' }])
  const money = subscriber([{ filter: 'budget=eq.10' }])
  const audience = audienceOf(all, other, money)
  expect([...audience.candidatesFor(clients, { id: 1, budget: 10.5 })]).toEqual([all, other, money])
  expect([...audience.candidatesFor(clients, { id: 1, budget: null })]).toEqual([all, other])
})

it('knows who follows a whole schema, or tables of a name in any', () => {
  const [here, named, anywhere] = [{ table: '*' }, { schema: '*' }, { schema: '*', table: '*' }].map((wish) =>
    subscriber([{ ...wish, filter: 'id=eq.1' }]),
  )
  const elsewhere = subscriber([{ table: 'projects' }, { schema: 'private' }])
  const audience = audienceOf(...[here, named, anywhere, elsewhere].filter((one) => one !== undefined))
  expect(audience.candidatesFor(clients, { id: 1 })).toEqual(new Set([here, named, anywhere]))
})

it('tells nobody by what they hear of what stands in a column that they may not read', () => {
  const stranger = subscriber([{ filter: 'secret=eq.x' }])
  const staff = subscriber([{ filter: 'secret=eq.x' }], 'authenticated')
  expect([...audienceOf(stranger, staff).candidatesFor(clients, { id: 1, secret: 'x' })]).toEqual([staff])
})

it('knows the roles of those who are here, and that somebody has another one since', () => {
  let role = 'anon'
  const person = { ...subscriber([{}]), caller: () => ({ role, claims: { role } }) }
  const audience = audienceOf(person)
  role = 'authenticated'
  audience.add(person)
  expect(audience.roles).toEqual(['authenticated'])
  expect([...audience.ofRole('authenticated')]).toEqual([person])
  expect(audience.size).toBe(1)
  audience.remove(person)
  expect(audience.roles).toEqual([])
})

it('forgets who has left, and what they waited for', () => {
  const [first, second] = [subscriber([{ filter: 'id=eq.1' }]), subscriber([{ filter: 'id=eq.1' }, { table: '*' }])]
  const audience = audienceOf(first, second)
  audience.remove(second)
  expect([...audience.candidatesFor(clients, { id: 1 })]).toEqual([first])
  audience.remove(first)
  expect(audience.size).toBe(0)
  expect(audience.columnsOf(clients)).toEqual([])
  audience.remove(first)
  expect([...audience.candidatesFor(clients, { id: 1 })]).toEqual([])
})
