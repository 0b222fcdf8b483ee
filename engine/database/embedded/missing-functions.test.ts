import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { embeddedDatabase } from './embedded-database.ts'

const folder = await mkdtemp(join(tmpdir(), 'engine-missing-'))
const database = await embeddedDatabase(join(folder, 'db'))
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})
const run = (text: string) => database.transaction({}, (tx) => tx.query(text))

/** A temporary table lives as long as the database's thread. */
await database.transaction({}, (tx) => tx.query('create temp table this_thread as select 1 as is_the_same'))
const isSameThread = () => run('select is_the_same from this_thread')

async function codeOf(text: string): Promise<unknown> {
  const error = await run(text).then(
    () => undefined,
    (refused: unknown) => Object(refused),
  )
  expect(await isSameThread()).toEqual([{ is_the_same: 1 }])
  return error?.code
}

const encodings = await run(
  "select pg_encoding_to_char(n) as name from generate_series(0, 50) n where pg_encoding_to_char(n) <> ''",
)

it.each(encodings.map(({ name }) => String(name)))(
  '%s: a value or a plain error, and nobody else notices',
  async (name) => {
    for (const sql of [
      `select convert_to('aé', '${name}')`,
      `select convert_from('\\x61e9', '${name}')`,
      `select convert('\\x61e9', '${name}', 'UTF8')`,
      `select convert('\\xe3818261', 'UTF8', '${name}')`,
      `select convert('\\x8ea1a1a1', '${name}', 'EUC_JP'), convert('\\x61e9', '${name}', 'MULE_INTERNAL')`,
      `select length('\\x61e9'::bytea, '${name}')`,
      `set local client_encoding to '${name}'; select 'aé' as a; select nothing_there`,
      `create temp table t (a text) on commit drop; copy t to stdout (encoding '${name}')`,
      `create temp table t on commit drop as select 'é' as a; copy t to stdout (encoding '${name}')`,
    ]) {
      const code = await codeOf(sql)
      if (code !== undefined)
        expect([sql, code]).toEqual([sql, expect.stringMatching(/^(0A000|42883|22P05|22021|22023|42703)$/)])
    }
  },
)

it.each([
  `create conversion public.own for 'UTF8' to 'LATIN1' from utf8_to_iso8859_1`,
  `create default conversion public.own for 'LATIN1' to 'UTF8' from iso8859_1_to_utf8`,
  `load '$libdir/latin_and_mic'`,
  `load '$libdir/pgoutput'`,
  `load '$libdir/libpqwalreceiver'`,
  `load 'nothing'`,
  `create subscription s connection 'host=127.0.0.1' publication p`,
  `create subscription s connection 'host=127.0.0.1' publication p with (connect = false)`,
  `select pg_create_logical_replication_slot('s', 'pgoutput')`,
  `create function public.f() returns int language c as 'nothing', 'f'`,
  `create function public.f() returns int language plperl as '1'`,
  `create extension plpython3u`,
  `create collation public.c (provider = icu, locale = 'de'); select 'a' < 'b' collate public.c, lower('É' collate public.c)`,
  `create collation public.d (provider = builtin, locale = 'C.UTF-8'); select upper('é' collate public.d)`,
  `create collation public.e (provider = libc, locale = 'de_DE.utf8')`,
  `select pg_import_system_collations('pg_catalog')`,
  `select to_tsvector(cfgname::regconfig, 'Häuser und Boote') from pg_ts_config`,
  `create text search dictionary public.i (template = ispell, dictfile = nothing, afffile = nothing)`,
  `create text search dictionary public.s (template = snowball, language = german)`,
  `select xmlparse(document '<a><b/></a>'), xpath('/a/b', '<a><b/></a>'::xml), xmlforest(1 as a)`,
  `select * from xmltable('/a' passing '<a>1</a>'::xml columns b text path '.')`,
  `select uuid_generate_v1(), uuid_generate_v1mc(), uuid_generate_v4(), uuid_generate_v5(uuid_ns_url(), 'a')`,
  `select gen_random_uuid(), digest('a', 'sha512'), crypt('a', gen_salt('bf', 4)), pgp_sym_encrypt('a', 'b')`,
  `copy (select 1) to program 'cat'`,
  `select normalize('é', nfd), unicode_version(), icu_unicode_version()`,
])('%s: whatever comes of it, the thread goes on', async (sql) => {
  const code = await codeOf(`${sql}; do $$ begin raise exception 'not kept' using errcode = 'P0001'; end $$`)
  expect(code).toMatch(/^[0-9A-Z]{5}$/)
})
