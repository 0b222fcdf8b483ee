import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freshDatabase } from '../../testing/fresh-database.ts'
import type { Database } from '../database.ts'
import { embeddedDatabase } from '../embedded/embedded-database.ts'
import { postgresDatabase } from '../postgres-database.ts'
import { migrate } from './migrate.ts'
import { seed } from './seed.ts'

const home = await mkdtemp(join(tmpdir(), 'engine-one-step-'))
const opened: Database[] = []
const { TEST_POSTGRES_URL } = process.env

async function newDatabase(): Promise<Database> {
  const database = TEST_POSTGRES_URL
    ? postgresDatabase(await freshDatabase(TEST_POSTGRES_URL))
    : await embeddedDatabase(await mkdtemp(join(home, 'db-')))
  opened.push(database)
  return database
}
afterAll(async () => {
  await Promise.all(opened.map((database) => database.close()))
  await rm(home, { recursive: true, force: true })
})

let projects = 0
/** Creates the folder of a project with these migrations; `seed.sql` becomes its seed. */
function projectOf(files: Record<string, string>): string {
  const folder = join(home, `project-${projects++}`)
  mkdirSync(join(folder, 'migrations'), { recursive: true })
  for (const [name, sql] of Object.entries(files)) {
    writeFileSync(join(folder, name === 'seed.sql' ? '' : 'migrations', name), sql)
  }
  return folder
}
const fill = (project: string) => ({
  fill: async (inside: Database, asRun: (sql: string) => string) => {
    await seed(inside, project, ['seed.sql'], asRun)
  },
})

describe('all migrations of one start', () => {
  let database: Database
  beforeAll(async () => {
    database = await newDatabase()
    await migrate(database, projectOf({}))
  })
  beforeEach(() =>
    database.transaction({}, (tx) =>
      tx.query(
        'drop schema public cascade; create schema public; drop schema if exists supabase_migrations cascade; drop role if exists one_step',
      ),
    ),
  )
  const rows = (text: string) => database.run<Record<string, unknown>>({}, { text })
  const tables = async () =>
    (
      await rows(
        "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1",
      )
    ).map(({ name }) => name)
  const start = (files: Record<string, string>) => migrate(database, projectOf(files))

  it('are kept together or not at all, so that the version before starts again', async () => {
    const before = { '1_boats.sql': 'create table public.boats (name text);' }
    await start(before)
    const good = {
      '2_ports.sql': "create table public.ports (); insert into public.boats values ('Ana'); create role one_step",
    }
    await expect(start({ ...before, ...good, '3_broken.sql': 'select 1;\nselect nothing_there;' })).rejects.toThrow(
      'Migration 3_broken.sql failed: column "nothing_there" does not exist (line 2). The data is as it was before.',
    )
    expect(await tables()).toEqual(['boats'])
    expect(await rows('select * from public.boats')).toEqual([])
    expect(await rows("select from pg_roles where rolname = 'one_step'")).toEqual([])
    expect((await start(before)).applied).toEqual([])
    expect((await start({ ...before, ...good, '3_mended.sql': 'select 1' })).applied).toEqual([
      '2_ports.sql',
      '3_mended.sql',
    ])
  })

  it.each([
    ['a transaction of its own', 'begin; create table public.a (); commit;'],
    ['a COMMIT without a beginning', 'create table public.a (); COMMIT; create table public.b ();'],
    ['several', 'start transaction; create table public.a (); end; begin work; create table public.b (); commit work'],
  ])('are not kept by %s', async (_, sql) => {
    await expect(start({ '1_own.sql': sql, '2_broken.sql': 'select nothing_there' })).rejects.toThrow(
      'The data is as it was before.',
    )
    expect(await tables()).toEqual([])
    expect((await start({ '1_own.sql': sql })).applied).toEqual(['1_own.sql'])
    expect(await tables()).toContain('a')
  })

  it('take back what they roll back themselves', async () => {
    await start({
      '1_own.sql': 'create table public.a (); begin; create table public.b (); rollback; create table public.c ()',
    })
    expect(await tables()).toEqual(['a', 'c'])
  })

  it('find a session that no file before has changed', async () => {
    await start({
      '1_leaves.sql': `create table public.a (); set search_path = pg_catalog; set statement_timeout = '1h';
        create temp table left_over (); set role anon`,
      '2_finds.sql': `create table b (); create temp table left_over ();
        do $$ begin
          assert current_user = session_user and current_setting('statement_timeout') = '0';
        end $$`,
    })
    expect(await tables()).toEqual(['a', 'b'])
  })

  const deferred = `create table public.boats (id int primary key, mate int references public.boats deferrable initially deferred);
    create table public.ports (id int primary key, unique (id) deferrable);`

  it('may change a table that one before has filled, whatever that put off', async () => {
    await start({
      '1_boats.sql': `${deferred} insert into public.boats values (1, 2), (2, 1)`,
      '2_boats.sql': 'alter table public.boats add name text; insert into public.boats values (3, 4), (4, 3)',
    })
    expect(await rows('select id from public.boats order by 1')).toHaveLength(4)
  })

  it('fail by the name of the file that breaks what was put off', async () => {
    const files = { '1_boats.sql': `${deferred} insert into public.boats values (1, 2)`, '2_next.sql': 'select 1' }
    await expect(start(files)).rejects.toThrow(
      /^Migration 1_boats\.sql failed: insert or update on table "boats" violates/,
    )
    expect(await tables()).toEqual([])
  })

  const adds = "alter type public.kind add value 'yacht'"
  const uses = "insert into public.boats values ('yacht')"
  const kinds = {
    '1_kind.sql': "create type public.kind as enum ('raft'); create table public.boats (kind public.kind)",
  }

  it('are two steps where one uses a value that another adds to an enum', async () => {
    await start(kinds)
    const files = {
      ...kinds,
      '2_adds.sql': adds,
      '3_other.sql': 'create table public.c ()',
      '4_uses.sql': uses,
      '5_more.sql': 'create table public.d ()',
    }
    expect((await start(files)).applied).toEqual(['2_adds.sql', '3_other.sql', '4_uses.sql', '5_more.sql'])
    expect(await rows('select kind from public.boats')).toEqual([{ kind: 'yacht' }])
    expect(await tables()).toEqual(['boats', 'c', 'd'])
  })

  it('say what was kept where the second of two steps fails', async () => {
    await start(kinds)
    const files = { ...kinds, '2_adds.sql': adds, '3_uses.sql': uses, '4_broken.sql': 'select nothing_there' }
    await expect(start(files)).rejects.toThrow(
      'Migration 4_broken.sql failed: column "nothing_there" does not exist (line 1). The migrations up to 2_adds.sql were kept, since they add a value to an enum that a later one uses, which PostgreSQL allows only once it is committed. Nothing after them was.',
    )
    expect(await rows('select kind from public.boats')).toEqual([])
    expect(await rows('select version from supabase_migrations.schema_migrations order by 1')).toEqual([
      { version: '1' },
      { version: '2' },
    ])
  })

  it('keep the transactions of a file that uses a value behind its own commit', async () => {
    await start(kinds)
    const files = {
      ...kinds,
      '2_both.sql': `begin; ${adds}; create table public.c (); commit; begin; ${uses}; commit;`,
    }
    expect((await start(files)).applied).toEqual(['2_both.sql'])
    expect(await rows('select kind from public.boats')).toEqual([{ kind: 'yacht' }])
    expect(await tables()).toEqual(['boats', 'c'])
  })

  it('change nothing where one file adds a value to an enum and uses it, which no transaction may', async () => {
    await start(kinds)
    await expect(start({ ...kinds, '2_both.sql': `${adds}; ${uses}` })).rejects.toThrow(
      /^Migration 2_both\.sql failed: unsafe use of new value "yacht" .* The data is as it was before\.$/,
    )
    await expect(
      start({ ...kinds, '2_good.sql': 'create table public.c ()', '3_both.sql': `${adds}; ${uses}` }),
    ).rejects.toThrow(/^Migration 3_both\.sql failed: unsafe use of new value/)
    expect(await tables()).toEqual(['boats'])
  })
})

it('seeds share their temporary tables and functions, and nobody has them afterwards', async () => {
  const database = await newDatabase()
  const project = projectOf({ '1_boats.sql': 'create table public.boats (name text)' })
  const seeds = {
    '1.sql': "create function pg_temp.boat() returns text language sql as $$ select 'Ana' $$",
    '2.sql': 'insert into boats values (pg_temp.boat())',
  }
  for (const [name, sql] of Object.entries(seeds)) writeFileSync(join(project, name), sql)
  const shared = async (inside: Database, asRun: (sql: string) => string) => {
    await seed(inside, project, ['[12].sql'], asRun)
  }
  await migrate(database, project, [], { fill: shared })
  expect(await database.run({}, { text: 'select name from public.boats' })).toEqual([{ name: 'Ana' }])
  await expect(database.run({}, { text: 'select pg_temp.boat()' })).rejects.toMatchObject({ code: '42883' })
})

it('a seed that fails takes the whole start with it, and the next start fills the database', async () => {
  const database = await newDatabase()
  const boats = { '1_boats.sql': 'create table public.boats (name text)' }
  const broken = projectOf({ ...boats, 'seed.sql': "insert into boats values ('Ana');\nselect nothing_there" })
  await expect(migrate(database, broken, [], fill(broken))).rejects.toThrow(
    'seed.sql failed: column "nothing_there" does not exist (line 2). The data is as it was before.',
  )
  expect(await database.run({}, { text: "select from pg_namespace where nspname in ('auth', 'engine')" })).toEqual([])
  const mended = projectOf({ ...boats, 'seed.sql': "insert into boats values ('Ana')" })
  expect(await migrate(database, mended, [], fill(mended))).toMatchObject({ isNew: true, applied: ['1_boats.sql'] })
  expect(await database.run({}, { text: 'select name from public.boats' })).toEqual([{ name: 'Ana' }])
})

it('new databases of one server can be started at once, although their roles are the same rows', async () => {
  const databases = await Promise.all(Array.from({ length: 4 }, newDatabase))
  const started = await Promise.all(databases.map((database) => migrate(database, projectOf({}))))
  expect(started.map(({ isNew }) => isNew)).toEqual([true, true, true, true])
})
