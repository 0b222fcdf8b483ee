import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Person, person } from '../people.ts'
import { anonymous, service } from './client.ts'

/** Every way to request customers by the first letter of their name. */
const ways: [string, (client: Person['client'], counted: CountOptions) => Asking][] = [
  ['a table', (client, counted) => client.from('customers').select('id', counted).limit(1)],
  ['a view of its caller', (client, counted) => client.from('customers_as_caller').select('id', counted).limit(1)],
  ['a view of its owner', (client, counted) => client.from('customer_names').select('name', counted).limit(1)],
]
type CountOptions = { count: 'planned' | 'estimated' | 'exact' }
type Asking = { gte(column: string, value: string): Asking; lt(column: string, value: string): Asking } & PromiseLike<{
  count: number | null
  error: unknown
}>

const letters = [...'ABKT']
const counts = ['planned', 'estimated'] as const

async function counted(asking: Asking) {
  const { count, error } = await asking
  expect(error).toBeNull()
  return count
}

describe('an estimate', () => {
  let ana: Person
  beforeAll(async () => {
    ana = await person()
    const rows = Array.from({ length: 5 }, (_, at) => ({ id: randomInt(1e6, 2e9), agency: ana.id, name: `K ${at}` }))
    await service.from('customers').insert(rows).throwOnError()
  })

  it.each(ways)('tells nothing by %s to somebody who sees none of the rows', async (_, ask) => {
    const stranger = await person()
    for (const client of [anonymous, stranger.client]) {
      for (const count of counts) {
        for (const letter of letters) {
          expect(await counted(ask(client, { count }).gte('name', letter).lt('name', `${letter}~`))).toBe(0)
        }
      }
    }
  })

  it.each(ways)('by %s is what a person would count', async (_, ask) => {
    for (const count of counts) {
      const byLetter = letters.map((letter) =>
        counted(ask(ana.client, { count }).gte('name', letter).lt('name', `${letter}~`)),
      )
      expect(await Promise.all(byLetter)).toEqual([0, 0, 5, 0])
    }
  })

  it.each(counts)('of what embeds them tells nothing either: %s', async (count) => {
    for (const letter of letters) {
      const inner = anonymous.from('orders').select('id, customers!inner(id)', { count }).limit(1)
      expect(await counted(inner.gte('customers.name', letter).lt('customers.name', `${letter}~`))).toBe(0)
      const asked = anonymous.from('orders').select('id, customers()', { count }).limit(1)
      const those = asked.not('customers', 'is', null)
      expect(await counted(those.gte('customers.name', letter).lt('customers.name', `${letter}~`))).toBe(0)
    }
    const computed = anonymous.from('orders').select('id', { count }).gte('customer_name', 'K').lt('customer_name', 'L')
    expect(await counted(computed.limit(1))).toBe(75)
  })

  it('is the planner’s where no row security applies to the caller', async () => {
    // The planner assumes that few rows meet both of two equivalent conditions.
    const orders = anonymous.from('orders').select('id', { count: 'planned' }).limit(1)
    expect(await counted(orders.lt('id', 301).lt('customer_id', 301))).toBeLessThan(200)
    const customers = service.from('customers').select('id', { count: 'planned' }).limit(1)
    expect(await counted(customers.lt('id', 21).eq('agency', 'north'))).toBeLessThan(10)
    const all = service.from('customers_as_caller').select('id', { count: 'planned' }).limit(1)
    expect(await counted(all.lt('id', 21).eq('agency', 'north'))).toBeLessThan(10)
  })
})

describe('an estimate of more rows than are counted', () => {
  const table = `many_${randomInt(1e9)}`
  const change = (statement: string) => service.rpc('change_schema', { statement }).throwOnError()
  beforeAll(async () => {
    await change(`create table public.${table} as select n from generate_series(1, 100002) as n`)
    await change(`alter table public.${table} enable row level security`)
    await change(`create policy "all of them" on public.${table} using (n > 0)`)
    await change(`analyze public.${table}`)
    await change(`notify pgrst, 'reload schema'`)
    const isKnown = async () => expect((await anonymous.from(table).select('n').limit(1)).status).toBe(200)
    await vi.waitFor(isKnown, { timeout: 30_000 })
  })
  afterAll(() => change(`drop table public.${table}`))

  it.each(counts)('is not known: %s', async (count) => {
    const { status, count: total } = await anonymous.from(table).select('n', { count, head: true }).limit(1)
    expect([status, total]).toEqual([200, Number.NaN])
    const few = await anonymous.from(table).select('n', { count, head: true }).gt('n', 3).limit(1)
    expect([few.status, few.count]).toEqual([206, 99_999])
    const end = await anonymous.from(table).select('n', { count }).order('n').range(100_000, 100_009)
    expect([end.data, end.count]).toEqual([[{ n: 100_001 }, { n: 100_002 }], 100_002])
    const known = await service.from(table).select('n', { count, head: true }).limit(1)
    expect(known.count).toBeGreaterThan(90_000)
  })
})

describe('the plan of a request', () => {
  const hidden = {
    code: 'PGRST107',
    message: 'None of these media types are available: application/vnd.pgrst.plan+text',
    details: 'A plan tells about rows that the caller may not see.',
  }

  it('is not shown to whom row security may hide what it tells', async () => {
    const asked = [
      anonymous.from('customers').select('id').gte('name', 'K').explain(),
      anonymous.from('customers').select('id').explain({ analyze: true }),
      anonymous.from('customers_as_caller').select('id').explain(),
      anonymous.from('customer_names').select('name').explain(),
      anonymous.from('orders').select('id, customers(id)').explain(),
      anonymous.from('orders').select('id, customer_name').explain(),
      anonymous.from('orders').delete().eq('customer_name', 'K 10').explain(),
      anonymous.from('customers').update({ name: 'x' }).eq('id', 1).explain(),
      anonymous.rpc('films_since', { since: 1950 }).explain(),
    ]
    for (const { error, status } of await Promise.all(asked)) {
      expect(error).toMatchObject(hidden)
      expect(status).toBe(406)
    }
  })

  it('is shown to all others', async () => {
    const asked = [
      anonymous.from('orders').select('id').explain(),
      service.from('customers').select('id').eq('id', 3).explain(),
      service.from('customer_names').select('name').explain(),
      service.from('customers').delete().eq('id', -1).explain(),
    ]
    for (const { data: plan } of await Promise.all(asked)) expect(plan).toContain('Scan')
  })
})
