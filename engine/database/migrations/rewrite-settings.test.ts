import { describe, expect, it } from 'vitest'
import { rewriteSettings } from './rewrite-settings.ts'

const asRun = (sql: string) => rewriteSettings(sql, 'shop "1"')
const here = 'in database "shop ""1"""'

describe('the SQL of a project whose server has other databases', () => {
  it.each([
    [
      "alter role authenticator set pgrst.db_max_rows = '5';",
      `alter role authenticator ${here} set pgrst.db_max_rows = '5';`,
    ],
    [
      'ALTER USER "authenticator"\n  RESET "pgrst.db_schemas"',
      `ALTER USER "authenticator" ${here}\n  RESET "pgrst.db_schemas"`,
    ],
    [
      `do $$ begin alter role authenticator set pgrst.db_tx_end to 'rollback'; end $$`,
      `do $$ begin alter role authenticator ${here} set pgrst.db_tx_end to 'rollback'; end $$`,
    ],
    [
      `do $$ begin execute 'alter role authenticator set pgrst.db_max_rows = ''5'''; end $$`,
      `do $$ begin execute 'alter role authenticator ${here} set pgrst.db_max_rows = ''5'''; end $$`,
    ],
  ])('sets up its REST service alone: %s', (sql, run) => {
    expect(asRun(sql)).toBe(run)
  })

  it('sets up its own database, which the hosted service calls postgres', () => {
    expect(asRun(`alter database postgres set "app.settings.url" = 'x'; alter database "postgres" reset all`)).toBe(
      `alter database "shop ""1""" set "app.settings.url" = 'x'; alter database "shop ""1""" reset all`,
    )
  })

  it.each([
    "alter role authenticator in database other set pgrst.db_max_rows = '5'",
    "alter role authenticator set statement_timeout = '8s'",
    "alter role anon set pgrst.db_max_rows = '5'",
    "alter database postgres owner to ana; alter database shop set work_mem = '8MB'",
    "select 'alter role authenticator set pgrst.db_max_rows = 5' -- alter database postgres set a.b = 1",
    'create function a() returns void language sql as $$ alter role authenticator set pgrst.db_max_rows = 5 $$',
  ])('is as it was elsewhere: %s', (sql) => {
    expect(asRun(sql)).toBe(sql)
  })
})
