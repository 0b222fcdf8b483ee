import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Caller, Database } from '../../database/database.ts'
import { throwawayDatabase } from '../../testing/throwaway-database.ts'
import { callerGroups, visibleChangesTogether } from './batched-visibility.ts'
import type { Change } from './change.ts'
import { parseFilter } from './change-filter.ts'
import { publishedTables } from './published-tables.ts'
import type { Subscriber } from './subscriber.ts'
import type { VisibleChanges } from './visible-rows.ts'

let database: Database & AsyncDisposable

beforeAll(async () => {
  database = await throwawayDatabase()
  await database.transaction({}, (tx) =>
    tx.query(`
      create table public.shops (id int primary key, owner uuid, city text, secret text);
      revoke all on public.shops from anon, authenticated;
      grant select (id, owner, city) on public.shops to authenticated;
      alter table public.shops enable row level security;

      -- A cache for the length of a transaction, as projects write it to look the user up only once.
      create function public.me() returns uuid language plpgsql as $$
      begin
        if coalesce(current_setting('shops.me', true), '') = '' then
          perform set_config('shops.me', auth.uid()::text, true);
        end if;
        return current_setting('shops.me')::uuid;
      end
      $$;
      create policy "people see their own shops" on public.shops for select to authenticated
        using (owner = public.me() and 1 / (auth.jwt() ->> 'luck')::int > 0);
      alter publication supabase_realtime add table public.shops;
    `),
  )
})

afterAll(() => database[Symbol.asyncDispose]())

const ana = '00000000-0000-0000-0000-00000000000a'
const ben = '00000000-0000-0000-0000-00000000000b'
const nothing = () => undefined

function person(sub: string, { filter = '', role = 'authenticated', ...claims }: Record<string, string> = {}) {
  const caller: Caller = { role, claims: { role, sub, luck: '1', ...claims } }
  const wish = { id: 1, event: '*', schema: 'public', table: 'shops', select: undefined } as const
  const said: string[] = []
  const subscriber: Subscriber = {
    bindings: [{ ...wish, conditions: parseFilter(filter) }],
    caller: () => caller,
    tell: nothing,
    missed: () => said.push('missed'),
    ended: () => said.push('ended'),
  }
  return { subscriber, said }
}

const change = (id: number, owner: string, city: string): Change => ({
  ...{ table: '', type: 'UPDATE', at: '', row: { id, owner, city, secret: 'x' }, old: { id } },
})
const gone: Change = { table: '', type: 'DELETE', at: '', row: null, old: { id: 4 } }
const all = [change(1, ana, 'North'), change(2, ben, 'North'), change(3, ana, 'South'), gone]

/** The changes of shops that each person receives: undefined for somebody who receives nothing. */
async function see(people: ReturnType<typeof person>[], changes = all) {
  const tables = await publishedTables(database, ['authenticated', 'anon'])
  const table = tables.find(({ name }) => name === 'shops')
  if (!table) throw new Error('No shops are published.')
  const warnings: unknown[] = []
  const log = { warn: (words: unknown) => warnings.push(words) }
  const lots = callerGroups(new Map(people.map(({ subscriber }) => [subscriber, changes])))
  const views = new Map<Subscriber, VisibleChanges>()
  for (const lot of lots) for (const view of await visibleChangesTogether(database, log, table, lot)) views.set(...view)
  const seen = people.map(({ subscriber }) => {
    const view = views.get(subscriber)
    return view?.isRefused ? 'refused' : view && [...view.ofChange.values()]
  })
  return { seen, warnings, parties: lots.flat() }
}

const fitting = (record: unknown) => ({ record, fits: [true] })
const goneShop = fitting({ id: 4 })
const hers = [fitting({ id: 1, owner: ana, city: 'North' }), fitting({ id: 3, owner: ana, city: 'South' })]
const his = fitting({ id: 2, owner: ben, city: 'North' })

it('shows each their own rows in the columns that their role may read, whatever the policies of others left behind', async () => {
  const { seen } = await see([person(ana), person(ben), person(ana, { extra: 'claim' })])
  expect(seen).toEqual([
    [...hers, goneShop],
    [his, goneShop],
    [...hers, goneShop],
  ])
})

it('asks once for those who are the same to the policies, and compares with the filters of each', async () => {
  const { seen, parties } = await see([person(ana), person(ana, { filter: 'city=eq.South' }), person(ben)])
  expect(parties).toHaveLength(2)
  expect(seen[1]).toEqual([{ ...hers[0], fits: [false] }, hers[1], { ...goneShop, fits: [false] }])
})

it('hides from one alone what their own policies fail at', async () => {
  const { seen, warnings } = await see([person(ana, { luck: '0' }), person(ben)])
  expect(seen).toEqual([[], [his, goneShop]])
  expect(warnings).toEqual(['Changes of public.shops could not be read: division by zero'])
})

it('says whose session is over', async () => {
  const over = person(ana, { session_id: '00000000-0000-0000-0000-0000000000ff' })
  const { seen } = await see([over, person(ben)])
  expect(seen).toEqual([undefined, [his, goneShop]])
  expect(over.said).toEqual(['ended'])
})

it('leaves nothing of a caller to what comes next on a connection', async () => {
  await see([person(ana)])
  const text = `select current_user = session_user as "isEngine", auth.uid() as uid, current_setting('shops.me', true) as me`
  expect(await database.run({}, { text })).toEqual([{ isEngine: true, uid: null, me: expect.toBeOneOf([null, '']) }])
})

it.each([
  `select * from engine.seen_by_each('select 1', '[]', '[]')`,
  'select name from engine.row_change_channel',
  `select nextval('engine.row_change_number')`,
])('lets nobody but the engine run %s', async (text) => {
  const caller: Caller = { role: 'authenticated', claims: { role: 'authenticated', sub: ana } }
  await expect(database.run({ caller }, { text })).rejects.toMatchObject({ code: '42501' })
})
