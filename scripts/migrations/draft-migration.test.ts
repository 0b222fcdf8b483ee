import { catalogue, type Database, inspectAfterSql, throwawayDatabase } from 'engine/testing/database'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Draft, draftOf } from './draft-migration.ts'

let database: Database & AsyncDisposable
beforeAll(async () => {
  database = await throwawayDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

const schema = `
create schema private;
grant usage on schema private to authenticated;

-- The caller.
create function private.me() returns uuid language sql stable set search_path = '' return auth.uid();

create table public.shops (
  id    uuid primary key default gen_random_uuid(),
  owner uuid not null default private.me(),
  name  text not null check (name <> ''),
  -- What it earns, in euros.
  sales numeric check (sales >= 0)
);
create index shops_owner_idx on public.shops (owner);
alter table public.shops enable row level security;
revoke all on public.shops from anon, authenticated, service_role;
grant select on public.shops to authenticated;
grant insert (name) on public.shops to authenticated;

create function private.note() returns trigger language plpgsql as $$ begin return new; end $$;
create trigger note before insert on public.shops for each row execute function private.note();

create policy "owners read their shops"
  on public.shops for select to authenticated
  using (owner = (select private.me()));

create view public.names with (security_invoker = true) as select name from public.shops;
revoke all on public.names from anon, authenticated, service_role;
grant select on public.names to authenticated;

create table public.kinds (kind text primary key);
insert into public.kinds values ('bakery');
`

const files = (sql: string) => new Map([['schemas/shops.sql', sql]])
const draft = (edited: string, original = schema) => draftOf(database, files(original), files(edited))
const edit = (...edits: (readonly [string, string])[]) =>
  edits.reduce((sql, [from, to]) => {
    expect(sql).toContain(from)
    return sql.replace(from, to)
  }, schema)

async function expectToLeadTo(edited: string, { statements }: Draft) {
  const made = await inspectAfterSql(database, files([schema, ...statements].join('\n')), catalogue)
  expect(made).toEqual(await inspectAfterSql(database, files(edited), catalogue))
}

describe('the draft of a migration', () => {
  it('is empty where both make the same', async () => {
    expect(await draft(schema)).toEqual({ statements: [], byHand: [], misplaced: [] })
  })

  it('adds a column as the schemas have it, with its comment, its check and the grants that name it', async () => {
    const edited = edit(
      ['check (sales >= 0)', "check (sales >= 0),\n  -- Where it is.\n  city  text check (city <> '')"],
      ['insert (name)', 'insert (name, city)'],
    )
    const made = await draft(edited)
    expect(made).toEqual({
      statements: [
        "-- Where it is.\nalter table public.shops add column city text check (city <> '');",
        'revoke all on public.shops from anon, authenticated, service_role;',
        'grant select on public.shops to authenticated;',
        'grant insert (name, city) on public.shops to authenticated;',
      ],
      byHand: [],
      misplaced: [],
    })
    await expectToLeadTo(edited, made)
  })

  it.each([
    ['a function', [['return auth.uid()', "return coalesce(auth.uid(), '00000000-0000-0000-0000-000000000001')"]]],
    ['a policy', [['using (owner = (select private.me()))', 'using (true)']]],
    ['a trigger', [['before insert on', 'before insert or update on']]],
    ['an index', [['(owner);', '(owner, name);']]],
    ['a check', [['sales >= 0', 'sales > 0']]],
    ['a default', [['name  text not null', "name  text not null default 'A shop'"]]],
    [
      'a grant to somebody else',
      [['grant select on public.shops to authenticated', 'grant select on public.shops to anon']],
    ],
    ['a view with another column', [['select name from', 'select id, name from']]],
    ['a column that may be empty', [['owner uuid not null', 'owner uuid']]],
    [
      'a policy, a trigger, an index and a view that are gone',
      [
        [/create policy[^;]+;/.exec(schema)?.[0] ?? '', ''],
        [/create trigger[^;]+;/.exec(schema)?.[0] ?? '', ''],
        [/create function private.note[\s\S]+?\$\$;/.exec(schema)?.[0] ?? '', ''],
        [/create index[^;]+;/.exec(schema)?.[0] ?? '', ''],
        [/create view[\s\S]+names to authenticated;/.exec(schema)?.[0] ?? '', ''],
      ],
    ],
    [
      'a function that returns something else',
      [
        [
          'create view',
          'create function public.count() returns int language sql return 1;\nrevoke execute on function public.count from public, anon;\ncreate view',
        ],
      ],
    ],
    [
      'a table with all that belongs to it',
      [
        [
          'create view',
          `create table public.tills (id uuid primary key, shop_id uuid references public.shops (id), kind text default 'a');
alter table public.tills enable row level security;
revoke all on public.tills from anon, authenticated, service_role;
grant select, update (kind) on public.tills to authenticated;
create policy "all read tills" on public.tills for select to authenticated using (true);
insert into public.tills values ('00000000-0000-0000-0000-000000000001');
comment on table public.tills is 'Where one pays';
alter publication supabase_realtime add table public.tills;
create view`,
        ],
      ],
    ],
  ] as const)('makes %s what the schemas say', async (_, edits) => {
    const edited = edit(...edits)
    const made = await draft(edited)
    expect(made.byHand).toEqual([])
    expect(made.statements).not.toEqual([])
    await expectToLeadTo(edited, made)
  })

  it('replaces a function that policies use, and takes its text from the schemas', async () => {
    const made = await draft(edit(['return auth.uid()', 'return null::uuid']))
    expect(made.statements).toEqual([
      "-- The caller.\ncreate or replace function private.me() returns uuid language sql stable set search_path = '' return null::uuid;",
    ])
  })

  it('leaves to a person what may cost data or needs it', async () => {
    const renamed = await draft(edit(['sales numeric check (sales >= 0)', 'turnover numeric check (turnover >= 0)']))
    expect(renamed.byHand.join('\n')).toContain('alter table public.shops rename column sales to turnover;')

    const required = await draft(edit(['check (sales >= 0)', 'check (sales >= 0),\n  city text not null']))
    expect(required).toMatchObject({
      statements: [],
      byHand: [expect.stringContaining('public.shops.city is required')],
    })

    const retyped = await draft(edit(['sales numeric', 'sales bigint']))
    expect(retyped.byHand[0]).toContain('column public.shops.sales\nthe migrations make: no. 4 numeric')

    const moved = await draft(edit(["check (name <> ''),", "check (name <> ''),\n  city text,"]))
    expect(moved).toMatchObject({ byHand: [], misplaced: ['public.shops'] })

    const gone = await draft(
      edit(["create table public.kinds (kind text primary key);\ninsert into public.kinds values ('bakery');", '']),
    )
    expect(gone.byHand.join('\n')).toContain('relation public.kinds is gone from the schemas, with what it holds')
  })

  it('adds rows by the statements of the schemas where those can be run, and shows the others', async () => {
    const added = await draft(edit(["('bakery')", "('café')"]))
    expect(added).toMatchObject({
      statements: ["insert into public.kinds values ('café');"],
      byHand: ['rows of public.kinds\n- {"kind": "bakery"}'],
    })
    const { statements, byHand } = await draft(edit(["('bakery')", "('bakery'), ('café')"]))
    expect({ statements, byHand }).toEqual({ statements: [], byHand: ['rows of public.kinds\n+ {"kind": "café"}'] })
  })
})
