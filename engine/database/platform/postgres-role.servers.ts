import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startPostgres } from '../../testing/start-postgres.ts'
import type { Database } from '../database.ts'
import { migrate } from '../migrations/migrate.ts'
import { postgresDatabase } from '../postgres-database.ts'

const project = mkdtempSync(join(tmpdir(), 'postgres-role-'))
let server: Awaited<ReturnType<typeof startPostgres>>
let database: Database
beforeAll(async () => {
  server = await startPostgres(undefined, { owner: 'app' })
  database = postgresDatabase(server.url)
})
afterAll(async () => {
  await database.close()
  await server.stop()
  rmSync(project, { recursive: true, force: true })
})

it('a server whose user is not postgres has that role, as SQL of hosted projects names it', async () => {
  mkdirSync(join(project, 'migrations'))
  writeFileSync(
    join(project, 'migrations/20260301000000_hosted.sql'),
    `create table public.things (id int primary key);
    alter table public.things owner to postgres;
    grant all on public.things to postgres;
    alter default privileges for role postgres in schema public grant select on tables to anon;
    create function public.count_users() returns bigint language sql security definer set search_path = ''
    return (select count(*) from auth.users);
    alter function public.count_users owner to postgres;`,
  )
  expect(await migrate(database, project)).toMatchObject({ applied: ['20260301000000_hosted.sql'] })
  const text = `
    select public.count_users()::int as users, rolcanlogin as "canLogIn", rolsuper as "isSuper",
      (select count(*)::int from public.things) as things
    from pg_roles where rolname = 'postgres'`
  const expected = { users: 0, canLogIn: false, isSuper: false, things: 0 }
  expect(await database.run({ caller: { role: 'service_role', claims: { role: 'service_role' } } }, { text })).toEqual([
    expected,
  ])
})

it('a database that is older than the role gets it by a migration', async () => {
  const migration = readFileSync(join(import.meta.dirname, 'migrations/0119_postgres_role.sql'), 'utf8')
  const without = 'reassign owned by postgres to app; drop owned by postgres; drop role postgres'
  const [found] = await database.transaction({}, async (tx) => {
    await tx.query(`${without}; ${migration}`)
    return tx.query(`
      select has_table_privilege('postgres', 'auth.users', 'select') as reads,
        has_schema_privilege('postgres', 'public', 'create') as creates, pg_has_role('app', 'postgres', 'member') as becomes`)
  })
  expect(found).toEqual({ reads: true, creates: true, becomes: true })
})
