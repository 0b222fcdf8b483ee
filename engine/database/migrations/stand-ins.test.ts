import { describe, expect, it } from 'vitest'
import { withStandIns } from './stand-ins.ts'

const asRun = (sql: string) => withStandIns(sql, new Set(['pg_net', 'pg_cron']))
const nothing = "do 'begin end'"

describe('the SQL of a project for whose extensions features stand in', () => {
  it.each([
    ['create extension if not exists pg_net with schema extensions;', `${nothing};`],
    ['CREATE EXTENSION "pg_net" SCHEMA extensions; select 1;', `${nothing}; select 1;`],
    ['create extension\n  pg_cron\n  with schema pg_catalog;\nselect 1', `${nothing}\n\n;\nselect 1`],
    ["comment on extension pg_net is 'Requests; later';", `${nothing};`],
    ['drop extension if exists "pg_net";\nalter extension pg_cron update', `${nothing};\n${nothing}`],
  ])('does nothing by statements about them: %s', (sql, run) => {
    expect(asRun(sql)).toBe(run)
  })

  it('finds them in blocks, where it looks whether they are installed', () => {
    const block = (look: string, create: string) => `do $$
      begin
        -- not: create extension pg_net
        if not exists (select 1 from ${look} where extname = 'pg_cron') then
          ${create};
        end if;
      end $$;`
    expect(asRun(block('pg_extension', 'create extension pg_cron'))).toBe(block('engine.pg_extension', nothing))
    expect(asRun('select pg_extension.extname from pg_catalog.pg_available_extensions')).toBe(
      'select pg_extension.extname from engine.pg_available_extensions',
    )
  })

  it('does as much by a text that a block executes', () => {
    const block = (create: string, look: string, comment: string) => `do $do$ begin
      execute ${create};
      EXECUTE format(${look}, 'pg_cron');
      execute $q$${comment}$q$;
    end $do$`
    const look = (catalogue: string) => `'select 1 from ${catalogue} where extname = ''%s'''`
    const sql = block("'create extension pg_net'", look('pg_extension'), "comment on extension pg_cron is 'Jobs'")
    expect(asRun(sql)).toBe(block("'do ''begin end'''", look('engine.pg_extension'), nothing))
  })

  it.each([
    'create extension if not exists vector;',
    "insert into notes values ('create extension pg_net; it''s there', E'\\' create extension pg_net');",
    '/* create extension pg_net; */ -- drop extension pg_net',
    'create function a() returns text language sql as $body$ select $$create extension pg_net;$$ $body$;',
    "insert into notes values ($$create extension pg_net; select 'pg_extension'$$);",
  ])('is as it was elsewhere: %s', (sql) => {
    expect(asRun(sql)).toBe(sql)
  })

  it('is not looked at where none does', () => {
    const sql = 'create extension pg_net'
    expect(withStandIns(sql, new Set())).toBe(sql)
  })
})
