import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createTables, openFolder, openStore } from 'engine/feature'
import { loadProject, parseConfig } from 'engine/testing/features'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importDump } from './import-dump.ts'
import { importRows } from './import-rows.ts'

const home = mkdtempSync(join(tmpdir(), 'engine-import-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

function write(file: string, text: string): string {
  const path = join(home, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return path
}

write('supabase/config.toml', 'project_id = "north"')
write(
  'supabase/migrations/20260101000000_shops.sql',
  `create type public.mood as enum ('open', 'closed');
   create table public.owners (id uuid primary key references auth.users (id), name varchar(5));
   create table public.shops (
     id bigint generated always as identity primary key, owner uuid references public.owners (id), name text not null,
     mood public.mood, tags text[], facts jsonb, opened timestamptz, is_new boolean,
     loud text generated always as (upper(name)) stored
   );
   create table public.kinds (word text primary key);
   insert into public.kinds values ('of the migration');
   create function public.shout() returns trigger language plpgsql as $$ begin raise 'A trigger ran.'; end $$;
   create trigger shout before insert on public.shops for each row execute function public.shout();`,
)

const ANA = '0b0b7c2e-5c5e-4c6a-9d2b-3f2d1a0e9c11'
const VERSION = '7d1f2a30-4b5c-4d6e-8f90-a1b2c3d4e5f6'

const head = `SET session_replication_role = replica;

--
-- PostgreSQL database dump
--

-- \\restrict f2Tn9

SET statement_timeout = 0;
SELECT pg_catalog.set_config('search_path', '', false);
SET row_security = off;
`

const byCopy = `${head}
COPY "auth"."users" ("instance_id", "id", "aud", "role", "email", "encrypted_password", "created_at", "is_anonymous", "shoe_size") FROM stdin;
00000000-0000-0000-0000-000000000000\t${ANA}\tauthenticated\tauthenticated\tana@north.test\t$2a$10$abcdefghijklmnopqrstuv\t2026-01-02 03:04:05.678+00\tf\t42
\\.

COPY "public"."shops" ("id", "owner", "name", "mood", "tags", "facts", "opened", "is_new") FROM stdin;
7\t${ANA}\tTab\\there; \\\\ "quoted"\topen\t{"a b",c}\t{"n": 1.50}\t2026-01-31 23:59:59.123456+00\tt
9\t\\N\tÜber\tclosed\t\\N\t\\N\t\\N\tf
\\.

COPY "public"."owners" ("id", "name") FROM stdin;
${ANA}\tAna
\\.

COPY "public"."kinds" ("word") FROM stdin;
of the dump
\\.

COPY "storage"."buckets" ("id", "name", "public") FROM stdin;
photos\tphotos\tt
\\.

COPY "storage"."objects" ("id", "bucket_id", "name", "version", "metadata") FROM stdin;
5b0b7c2e-5c5e-4c6a-9d2b-3f2d1a0e9c22\tphotos\tshop/front.txt\t${VERSION}\t{"size": 5, "mimetype": "text/plain"}
6b0b7c2e-5c5e-4c6a-9d2b-3f2d1a0e9c33\tphotos\tlost.txt\t\\N\t{"size": 9, "mimetype": "text/plain"}
\\.

COPY "supabase_functions"."hooks" ("id", "hook_table_id") FROM stdin;
1\t17000
\\.

SELECT pg_catalog.setval('"public"."shops_id_seq"', 9, true);

RESET ALL;
`

const byInsert = `${head}
INSERT INTO "auth"."users" ("id", "email", "created_at", "is_anonymous") VALUES
\t('${ANA}', 'ana@north.test', '2026-01-02 03:04:05.678+00', false);

INSERT INTO "public"."shops" ("id", "owner", "name", "mood", "tags", "facts", "opened", "is_new") OVERRIDING SYSTEM VALUE VALUES
\t(7, '${ANA}', 'It''s; "quoted"', 'open', '{"a b",c}', '{"n": 1.50}', '2026-01-31 23:59:59.123456+00', true),
\t(9, NULL, '-- no comment
(2)', 'closed', NULL, NULL, NULL, false);

INSERT INTO "public"."owners" ("id", "name") VALUES ('${ANA}', 'Ana');
`

const roles = `SET default_transaction_read_only = off;
CREATE ROLE "reporter";
ALTER ROLE "reporter" WITH INHERIT NOCREATEROLE NOCREATEDB LOGIN NOBYPASSRLS;
ALTER ROLE "anon" SET "statement_timeout" TO '3s';
GRANT "authenticated" TO "reporter" WITH INHERIT TRUE GRANTED BY "postgres";
RESET ALL;
`

async function imported() {
  const config = parseConfig({ DATA_DIR: join(home, 'data'), PROJECT_DIR: join(home, 'supabase') })
  const project = await loadProject(config.projectDir, {})
  const result = await importDump({
    ...{ config, roles: write('roles.sql', roles), files: join(home, 'files'), exposesNewTables: undefined },
    features: project.featureTables(),
    data: [write('dump.sql', byCopy)],
    onProgress: () => undefined,
  })
  return { config, result }
}

async function rowsIn(dataDir: string, ...texts: string[]) {
  const { client, end } = await openFolder(join(dataDir, 'db'))
  const found = []
  for (const text of texts) found.push((await client.query(text)).rows)
  await end()
  return found
}

describe('a dump of rows as COPY, with roles and files', async () => {
  let came: Awaited<ReturnType<typeof imported>>
  beforeAll(async () => {
    write('files/photos/shop/front.txt', 'front')
    came = await imported()
  })

  it('is counted, and says what has no place here', () => {
    expect(came.result).toMatchObject({ tables: 6, rows: 8, files: 1, bytes: 5, missing: 1 })
    expect(came.result.notes).toEqual([
      'A dump has no passwords: set those of the roles reporter where they sign in.',
      'auth.users.shoe_size does not exist here: 1 values of it were left out.',
      'supabase_functions.hooks does not exist here: 1 rows of it were left out.',
      'There is no file of photos/lost.txt.',
    ])
  })

  it('replaces what migrations put into its tables, runs no trigger, and keeps each value', async () => {
    const [shops, kinds, next, people, granted] = await rowsIn(
      came.config.dataDir,
      'select id, name, mood, tags, facts::text, opened::text, is_new, loud from public.shops order by id',
      'select * from public.kinds',
      "select nextval('public.shops_id_seq') as id",
      'select email, encrypted_password from auth.users',
      "select pg_has_role('reporter', 'authenticated', 'member') as has",
    )
    expect(shops).toEqual([
      {
        ...{ id: '7', name: 'Tab\there; \\ "quoted"', mood: 'open', tags: ['a b', 'c'], facts: '{"n": 1.50}' },
        ...{ opened: '2026-01-31 23:59:59.123456+00', is_new: true, loud: 'TAB\tHERE; \\ "QUOTED"' },
      },
      { id: '9', name: 'Über', mood: 'closed', tags: null, facts: null, opened: null, is_new: false, loud: 'ÜBER' },
    ])
    expect(kinds).toEqual([{ word: 'of the dump' }])
    expect(next).toEqual([{ id: '10' }])
    expect(people).toEqual([{ email: 'ana@north.test', encrypted_password: '$2a$10$abcdefghijklmnopqrstuv' }])
    expect(granted).toEqual([{ has: true }])
  })

  it('has each file where its row says', async () => {
    const store = await openStore(came.config, join(came.config.dataDir, 'files', 'incoming'))
    expect(await store.sizeOf(VERSION)).toBe(5)
    store.close()
  })

  it('is refused where there is something already', async () => {
    const again = importDump({
      ...{ config: came.config, roles: undefined, files: undefined, exposesNewTables: undefined },
      ...{ features: [], data: [], onProgress: () => undefined },
    })
    await expect(again).rejects.toThrow('Nothing is ever overwritten')
  })
})

describe('rows', () => {
  let database: Awaited<ReturnType<typeof openFolder>>
  beforeAll(async () => {
    const config = parseConfig({ DATA_DIR: join(home, 'rows'), PROJECT_DIR: join(home, 'supabase') })
    await createTables({ config, features: [] })
    database = await openFolder(join(config.dataDir, 'db'))
  })
  afterAll(() => database.end())

  /** Imports rows, and takes them back after a look at them. */
  async function tried<Result>(dump: string, look: () => Promise<Result>): Promise<Result> {
    await database.client.query('begin')
    try {
      await importRows(database.client, [write('rows.sql', dump)], () => undefined)
      return await look()
    } finally {
      await database.client.query('rollback')
    }
  }

  it('come as INSERT, as the CLI writes them unless it is asked for COPY', async () => {
    const look = () => database.client.query('select name, is_new, facts::text from public.shops order by id')
    expect((await tried(byInsert, look)).rows).toEqual([
      { name: 'It\'s; "quoted"', is_new: true, facts: '{"n": 1.50}' },
      { name: '-- no comment\n(2)', is_new: false, facts: null },
    ])
  })

  it.each([
    ['a table that no migration makes', 'COPY "public"."cars" ("id") FROM stdin;\n1\n\\.\n', /rows of public\.cars/],
    [
      'a column that no migration makes',
      `INSERT INTO public.kinds (word, size) VALUES ('a', 1);`,
      /size in public\.kinds/,
    ],
    [
      'a text that is too long',
      `INSERT INTO public.owners (id, name) VALUES ('${ANA}', 'Longer');`,
      /public\.owners do not fit: value too long/,
    ],
    ['a reference without its row', `INSERT INTO public.owners (id, name) VALUES ('${ANA}', 'Ana');`, /owners_id_fkey/],
    [
      'another number of values',
      'COPY public.kinds (word) FROM stdin;\na\tb\n\\.\n',
      /Line 1, the rows of public\.kinds/,
    ],
  ])('are refused for %s', async (_, dump, words) => {
    await expect(tried(dump, async () => undefined)).rejects.toThrow(words)
  })
})
