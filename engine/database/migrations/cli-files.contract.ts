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

const home = await mkdtemp(join(tmpdir(), 'engine-cli-files-'))
const { TEST_POSTGRES_URL } = process.env

describe('migrations as the CLI and pg_dump write them', () => {
  let database: Database
  beforeAll(async () => {
    database = TEST_POSTGRES_URL
      ? postgresDatabase(await freshDatabase(TEST_POSTGRES_URL))
      : await embeddedDatabase(join(home, 'db'))
    await migrate(database, join(home, 'no-project'))
  })
  afterAll(async () => {
    await database.close()
    await rm(home, { recursive: true, force: true })
  })
  beforeEach(() =>
    database.transaction({}, (tx) =>
      tx.query('drop schema public cascade; create schema public; drop schema if exists supabase_migrations cascade'),
    ),
  )

  let projects = 0
  function projectOf(files: Record<string, string>): string {
    const folder = join(home, `project-${projects++}`)
    mkdirSync(join(folder, 'migrations'), { recursive: true })
    for (const [name, sql] of Object.entries(files)) writeFileSync(join(folder, 'migrations', name), sql)
    return folder
  }
  const start = (files: Record<string, string>) => migrate(database, projectOf(files))
  const rows = (text: string) => database.run<Record<string, unknown>>({}, { text })
  const tables = async () =>
    (
      await rows(
        "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1",
      )
    ).map(({ name }) => name)
  const boats = { '1_boats.sql': 'create table public.boats (id int primary key, name text);' }
  const indexes = async () =>
    (
      await rows(
        "select indexrelid::regclass::text as name from pg_index where indrelid = 'public.boats'::regclass and indisvalid order by 1",
      )
    ).map(({ name }) => name)

  it('are several steps where a file has statements that PostgreSQL runs only outside of a transaction', async () => {
    const files = {
      ...boats,
      '2_indexes.sql': `insert into boats values (1, 'Ana');
        set statement_timeout = '1h';
        create index concurrently boats_name on boats (name);
        create unique index concurrently boats_id on boats (id);
        vacuum (analyze) boats; reindex table concurrently boats;`,
      '3_drops.sql': 'drop index concurrently boats_id; create table c ();',
      '4_last.sql': "insert into boats values (2, 'Ben')",
    }
    expect((await start(files)).applied).toEqual(Object.keys(files))
    expect(await indexes()).toEqual(['boats_name', 'boats_pkey'])
    expect(await tables()).toEqual(['boats', 'c'])
    expect(await rows('select count(*)::int as boats from public.boats')).toEqual([{ boats: 2 }])
    expect((await start(files)).applied).toEqual([])
    expect(await rows("select current_setting('statement_timeout') as timeout")).toEqual([{ timeout: '0' }])
  })

  it('say what was kept where such a file fails, or one after it', async () => {
    const files = { ...boats, '2_index.sql': 'create table public.c ();\ncreate index concurrently on boats (colour);' }
    await expect(start(files)).rejects.toThrow(
      'Migration 2_index.sql failed: column "colour" does not exist. The statements before it were kept, since this migration has some that PostgreSQL runs only outside of a transaction, and the next start runs all of them again. The migrations up to 1_boats.sql were kept, since one of them has a statement that PostgreSQL runs only outside of a transaction. Nothing after them was.',
    )
    expect(await tables()).toEqual(['boats', 'c'])
    const mended = { ...boats, '2_index.sql': 'vacuum boats', '3_broken.sql': 'select nothing_there' }
    await expect(start(mended)).rejects.toThrow('The migrations up to 2_index.sql were kept')
  })

  it('are applied once where two processes start together with such a file', async () => {
    const folder = projectOf({ ...boats, '2_index.sql': 'create index concurrently boats_name on boats (name)' })
    const both = await Promise.all([migrate(database, folder), migrate(database, folder)])
    expect(both.flatMap(({ applied }) => applied).toSorted()).toEqual(['1_boats.sql', '2_index.sql'])
    expect(await indexes()).toEqual(['boats_name', 'boats_pkey'])
  })

  it('are applied in the order of their names, whatever their numbers are', async () => {
    const files = { '10_.sql': 'create table public.b ()', '1_uses.sql': 'alter table b add n int', '9.sql': 'broken' }
    expect((await start(files)).applied).toEqual(['10_.sql', '1_uses.sql'])
    expect((await start(files)).applied).toEqual([])
  })

  it('sort by the language that they name, as far as the database knows it', async () => {
    await start({
      '1_words.sql': `create table public.words (w text collate "de-x-icu");
        create index on public.words (w collate "sv-SE-x-icu");
        insert into public.words values ('zebra'), ('Apfel'), ('äpfel'), ('ofen')`,
    })
    expect(await rows('select array_agg(w order by w) as words from public.words')).toEqual([
      { words: ['Apfel', 'äpfel', 'ofen', 'zebra'] },
    ])
  })

  it('grant to the roles and on the tables that every hosted project has', async () => {
    const tables = [
      ...['migrations', 's3_multipart_uploads', 's3_multipart_uploads_parts', 'prefixes'].map(
        (name) => `storage.${name}`,
      ),
      ...['buckets_analytics', 'buckets_vectors', 'vector_indexes'].map((name) => `storage.${name}`),
      ...['saml_providers', 'saml_relay_states', 'sso_providers', 'sso_domains'].map((name) => `auth.${name}`),
      ...['oauth_clients', 'oauth_authorizations', 'oauth_consents'].map((name) => `auth.${name}`),
    ]
    const roles = [
      'supabase_admin',
      'dashboard_user',
      'supabase_read_only_user',
      'supabase_functions_admin',
      'pgbouncer',
    ]
    await start({
      '1_grants.sql': [
        ...tables.map((table) => `grant select on table ${table} to service_role;`),
        ...roles.map((role) => `grant usage on schema public to ${role};`),
        'alter default privileges for role supabase_admin in schema public grant select on tables to anon;',
        'create table public.calls (client uuid references auth.oauth_clients (id), sso uuid references auth.sso_providers);',
      ].join('\n'),
    })
    for (const table of tables) {
      expect(
        await rows(
          `select count(*)::int as rows, has_table_privilege('anon', '${table}', 'select') as open from ${table}`,
        ),
      ).toEqual([{ rows: 0, open: false }])
    }
  })

  it('bring rows by COPY, as pg_dump writes them', async () => {
    const dump = `\\restrict a1b2\nCOPY "public"."boats" ("id", "name") FROM stdin;\n1\tit's\n2\t\\N\n\\.\n\nselect 1;\n\\unrestrict a1b2\n`
    await start({ ...boats, '2_dump.sql': dump })
    expect(await rows('select * from public.boats order by 1')).toEqual([
      { id: 1, name: "it's" },
      { id: 2, name: null },
    ])
    const broken = 'copy boats from stdin;\n3\tc\nx\td\n\\.\n'
    await expect(start({ ...boats, '2_dump.sql': dump, '3_dump.sql': broken })).rejects.toThrow(
      'Migration 3_dump.sql failed: invalid input syntax for type integer: "x"',
    )
    await expect(start({ ...boats, '2_dump.sql': dump, '3_psql.sql': '\\connect other' })).rejects.toThrow(
      'Migration 3_psql.sql failed: \\connect (line 1) is a command of psql, which only psql can run. The data is',
    )
    expect(await rows('select id from public.boats')).toHaveLength(2)
  })
})
