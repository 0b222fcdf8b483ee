import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectWithMigrations } from 'engine/testing/features'
import { describe, expect, it } from 'vitest'

// Statements as `supabase db dump` writes them, and as people do.
const { database, sql, as, apply } = await projectWithMigrations(
  'create table public.before ();',
  `CREATE EXTENSION IF NOT EXISTS "pgjwt" WITH SCHEMA "extensions";
   COMMENT ON EXTENSION "pgjwt" IS 'Tokens; of JSON';
   create extension if not exists moddatetime schema extensions;
   create table public.tasks (id int primary key, title text, updated_at timestamptz default 'epoch');
   create trigger handle_updated_at before update on public.tasks
     for each row execute procedure moddatetime (updated_at);
   do $$
   begin
     if not exists (select 1 from pg_extension where extname = 'pgjwt') then
       create extension pgjwt;
     end if;
     if exists (select from pg_available_extensions where name = 'pgjwt') then
       create table public.signed as select extensions.sign('{"sub":"ana"}', 'secret') as token;
     end if;
   end $$;
   create table public.looked as select extname::text from pg_extension where extname in ('pgjwt', 'plpgsql');`,
)

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('what a project creates that the database does not have', () => {
  it('is there when its migration says so, and where its migrations look for it', async () => {
    expect(await sql('select extname from looked order by 1')).toEqual([{ extname: 'pgjwt' }, { extname: 'plpgsql' }])
    expect(await sql("select from pg_catalog.pg_extension where extname = 'pgjwt'")).toEqual([])
  })

  it('stays as it is at the next migration that creates it, and is not dropped', async () => {
    await apply('drop extension if exists "pgjwt";', 'create extension if not exists "pgjwt" with schema "extensions";')
    expect(await sql("select extensions.url_encode('\\xfbff')")).toEqual([{ url_encode: '-_8' }])
  })

  it('is not there for projects that do not ask for it', async () => {
    expect(await sql("select to_regnamespace('cron') as cron, to_regnamespace('net') as net")).toEqual([
      { cron: null, net: null },
    ])
  })

  it('may be called as on the hosted service where the project takes new functions from everybody', async () => {
    await apply(
      'alter default privileges revoke execute on functions from public;',
      `create extension pgmq;
       select pgmq.create('mails');
       grant usage on schema pgmq to service_role;
       grant all on all tables in schema pgmq to service_role;`,
    )
    expect(await as('service_role', "select pgmq.send('mails', '{}')")).toHaveLength(1)
  })

  it('is there for a migration that drops or alters what every hosted project begins with', async () => {
    await apply(
      'drop extension pg_graphql; alter extension supabase_vault update;',
      'select vault.create_secret($$s$$);',
    )
  })

  it('is refused in the words of Postgres where nothing stands in for it', async () => {
    await expect(apply('create extension postgis;')).rejects.toThrow('extension "postgis" is not available')
  })

  it.each([
    'create extension if not exists "http" with schema "extensions";',
    "do $$ begin execute 'create extension ' || 'http'; end $$;",
  ])('is refused with what to use instead where statements would wait for other servers: %s', async (sql) => {
    await expect(apply(sql)).rejects.toThrow(
      'failed: extension "http" is not available. A statement cannot wait for another server to answer: ask with net.http_get ' +
        'or net.http_post of the extension pg_net, whose answer is a row of net._http_response, or from a function of the project.',
    )
  })
})

describe('pgjwt', () => {
  it('signs tokens that others verify', async () => {
    const head = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: 'ana' })}`
    const token = `${head}.${createHmac('sha256', 'secret').update(head).digest('base64url')}`
    expect(await sql('select token from signed')).toEqual([{ token }])
  })

  it('verifies them: what signed them, by which algorithm, and their time', async () => {
    const verified = async (token: string, secret: string, algorithm = 'HS256') =>
      (await sql('select header, payload, valid from extensions.verify($1, $2, $3)', token, secret, algorithm))[0]
    const [row] = await sql<{ token: string }>('select token from signed')
    const token = row?.token ?? ''
    const header = { alg: 'HS256', typ: 'JWT' }
    expect(await verified(token, 'secret')).toEqual({ header, payload: { sub: 'ana' }, valid: true })
    expect(await verified(token, 'another')).toMatchObject({ valid: false })
    expect(await verified(token, 'secret', 'HS512')).toMatchObject({ valid: false })
    const expired = { sub: 'ana', exp: 1 }
    const [late] = await sql<{ sign: string }>('select extensions.sign($1::json, $2, $3)', expired, 'secret', 'HS512')
    expect(await verified(late?.sign ?? '', 'secret', 'HS512')).toMatchObject({ payload: expired, valid: false })
    await expect(sql("select extensions.sign('{}', 'secret', 'none')")).rejects.toThrow()
  })
})

describe('moddatetime', () => {
  const touched = () => sql(`select updated_at > now() - interval '1 hour' as fresh from tasks`)

  it('sets the time of an update', async () => {
    await sql("insert into public.tasks values (1, 'Call')")
    expect(await touched()).toEqual([{ fresh: false }])
    await sql("update public.tasks set title = 'Call again'")
    expect(await touched()).toEqual([{ fresh: true }])
  })

  it('does so too on a server that lacks it', async () => {
    const taken = new Error('Nothing of it stays.')
    const tried = database.transaction({}, async (tx) => {
      await tx.query('drop extension moddatetime cascade')
      await tx.query(await readFile(join(import.meta.dirname, '../moddatetime/schemas/1_moddatetime.sql'), 'utf8'))
      await tx.query(`
        create trigger stamp before update on public.tasks
          for each row execute function extensions.moddatetime(updated_at);
        update public.tasks set updated_at = 'epoch';`)
      expect(await tx.query('select updated_at = now() as fresh, title from public.tasks')).toEqual([
        { fresh: true, title: 'Call again' },
      ])
      await tx.query(`
        create trigger wrong before update on public.tasks for each row execute function extensions.moddatetime(nope)`)
      await expect(tx.query('update public.tasks set id = 1')).rejects.toThrow('"tasks" has no attribute "nope"')
      throw taken
    })
    await expect(tried).rejects.toThrow(taken)
  })
})
