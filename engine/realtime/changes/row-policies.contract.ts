import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../database/database.ts'
import { throwawayDatabase } from '../../testing/throwaway-database.ts'
import { callerGroups, visibleChangesTogether } from './batched-visibility.ts'
import type { Change } from './change.ts'
import { parseFilter } from './change-filter.ts'
import { publishedTables } from './published-tables.ts'
import type { Subscriber } from './subscriber.ts'
import { visibleChangesOf } from './visible-rows.ts'

let database: Database & AsyncDisposable

beforeAll(async () => {
  database = await throwawayDatabase()
  await database.transaction({}, (tx) =>
    tx.query(`
      create table public.friends (n int primary key, name text);
      insert into public.friends values (1, 'Ana');
      grant select on public.friends to authenticated;
      alter table public.friends enable row level security;
      create policy "only Ana" on public.friends using (name = 'Ana');

      -- Names that the statements of the engine use too, or that have to be quoted.
      create table public."Listed rows" (n int primary key, row_then text, "is Open" boolean, owner name, tags text[]);
      alter table public."Listed rows" enable row level security;
      grant select on public."Listed rows" to authenticated, service_role;
      alter publication supabase_realtime add table public."Listed rows";

      create table public.made (n int primary key, twice int generated always as (n * 2) stored, hidden text);
      create table public.some (n int primary key, twice int generated always as (n * 2) stored);
      alter publication supabase_realtime add table public.made, public.some (n);
    `),
  )
})

afterAll(() => database[Symbol.asyncDispose]())

const row = (n: number, values: Record<string, unknown> = {}) => ({
  ...{ n, row_then: 'then', 'is Open': true, owner: 'ana', tags: ['a', 'b'], ...values },
})
const changes: Change[] = [row(1), row(2, { 'is Open': false }), row(3, { owner: 'ben', tags: [] })].map((row) => ({
  ...{ table: '', type: 'INSERT', at: '', row, old: null },
}))
const nothing = () => undefined

/** The rows that a role may see, asked together with others and alone. */
async function seenBy(role: string) {
  const [table] = (await publishedTables(database, [role])).filter(({ name }) => name === 'Listed rows')
  if (!table) throw new Error('The table is not published.')
  const caller = { role, claims: { role } }
  const binding = { id: 1, event: '*', schema: 'public', table: '*', conditions: [], select: undefined } as const
  const bindings = [{ ...binding, conditions: parseFilter('') }]
  const subscriber: Subscriber = { bindings, caller: () => caller, tell: nothing, missed: nothing, ended: nothing }
  const [lot = []] = callerGroups(new Map([[subscriber, changes]]))
  const log = { warn: nothing }
  const together = (await visibleChangesTogether(database, log, table, lot)).get(subscriber)
  const alone = await visibleChangesOf(database, log, caller, table, bindings, changes)
  return [together, alone].map((view) => [...(view?.ofChange.values() ?? [])].map(({ record }) => record.n))
}

const both = (...rows: number[]) => [rows, rows]

it.each([
  ['none', [], both()],
  ['of a column', ['using ("is Open")'], both(1, 3)],
  ['of several, any of which allows', [`using (not "is Open")`, `using (owner = 'ben')`], both(2, 3)],
  ['for another role', ['to anon using (true)'], both()],
  ['for another command', ['for update using (true)', 'for insert with check (true)'], both()],
  ['that restricts', ['using (true)', 'as restrictive using ("is Open")'], both(1, 3)],
  ['that restricts, where nothing allows', ['as restrictive using (true)'], both()],
  [
    'of a table with policies of its own',
    ['using (exists (select from public.friends f where f.n = "Listed rows".n))'],
    both(1),
  ],
  ['of a column named like one of the other table', ['using (n in (select friends.n from public.friends))'], both(1)],
  ['of a whole row', [`using (("Listed rows".*)::text like '%ben%')`], both(3)],
  ['of a list', [`using ('b' = any (tags) and row_then = 'then')`], both(1, 2)],
])('row policies decide by the row as the change left it: %s', async (_, policies, expected) => {
  await database.transaction({}, async (tx) => {
    for (const [at, policy] of policies.entries()) {
      await tx.query(`create policy "policy ${at}" on public."Listed rows" ${policy}`)
    }
  })
  try {
    expect(await seenBy('authenticated')).toEqual(expected)
    expect(await seenBy('service_role')).toEqual(both(1, 2, 3))
  } finally {
    await database.transaction({}, async (tx) => {
      for (const at of policies.keys()) await tx.query(`drop policy "policy ${at}" on public."Listed rows"`)
    })
  }
})

it('has generated columns, unless the publication lists others', async () => {
  const tables = await publishedTables(database, ['anon'])
  const columns = (name: string) => tables.find((table) => table.name === name)?.columns.map(({ name }) => name)
  expect(columns('made')).toEqual(['n', 'twice', 'hidden'])
  expect(columns('some')).toEqual(['n'])
})
