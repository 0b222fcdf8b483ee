import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Caller, Database } from '../../database/database.ts'
import { throwawayDatabase } from '../../testing/throwaway-database.ts'
import { callerGroups, visibleChangesTogether } from './batched-visibility.ts'
import { parseFilter } from './change-filter.ts'
import { publishedTables } from './published-tables.ts'
import type { Subscriber } from './subscriber.ts'

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
      insert into public.shops values
        (1, '${ana}', 'North', 'x'), (2, '${ben}', 'North', 'x'), (3, '${ana}', 'South', 'x');
    `),
  )
}, 60_000)

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

const change = (id: number) => ({ table: '', type: 'UPDATE' as const, at: '', key: { id }, old: { id } })
const gone = { table: '', type: 'DELETE' as const, at: '', key: null, old: { id: 4 } }

/** The changes of shops that each person receives: undefined for somebody who receives nothing. */
async function see(people: ReturnType<typeof person>[], changes = [change(1), change(2), change(3), gone]) {
  const tables = await publishedTables(database, ['authenticated', 'anon'])
  const table = tables.find(({ name }) => name === 'shops')
  if (!table) throw new Error('No shops are published.')
  const warnings: unknown[] = []
  const log = { warn: (words: unknown) => warnings.push(words) }
  const [parties = []] = callerGroups(new Map(people.map(({ subscriber }) => [subscriber, changes])))
  const views = await visibleChangesTogether(database, log, table, parties)
  const seen = people.map(({ subscriber }) => {
    const view = views.get(subscriber)
    return view?.isRefused ? 'refused' : view && [...view.ofChange.values()]
  })
  return { seen, warnings, parties }
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

it('refuses whose role may not read the key, and says whose session is over', async () => {
  const over = person(ana, { session_id: '00000000-0000-0000-0000-0000000000ff' })
  const [all, one] = [{ role: 'anon' }, { role: 'anon', filter: 'city=eq.North' }]
  const { seen } = await see([over, person(ben, all), person(ben, one), person(ben)])
  // An error would reveal to a subscriber who filters by city that such a shop exists.
  expect(seen).toEqual([undefined, 'refused', [], [his, goneShop]])
  expect(over.said).toEqual(['ended'])
})

it('leaves nothing of a caller to what comes next on a connection', async () => {
  await see([person(ana)])
  const text = `select current_user = session_user as "isEngine", auth.uid() as uid, current_setting('shops.me', true) as me`
  expect(await database.run({}, { text })).toEqual([{ isEngine: true, uid: null, me: expect.toBeOneOf([null, '']) }])
})

it('may be called by nobody but the engine', async () => {
  const caller: Caller = { role: 'authenticated', claims: { role: 'authenticated', sub: ana } }
  const asked = database.run({ caller }, { text: `select * from engine.seen_by_each('select 1', '[]', '[]')` })
  await expect(asked).rejects.toMatchObject({ code: '42501' })
})
