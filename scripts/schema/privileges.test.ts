import { inspectAfterSql, type SqlFiles, type Transaction, throwawayDatabase } from 'engine/testing/database'
import { expect, it } from 'vitest'
import { history } from './project-sql.ts'

const apiRoles = 'anon, authenticated, service_role'

/** The strictest default privileges of a hosted project: a new object grants nothing to anyone but its owner. */
const nothingByDefault = `
  alter default privileges in schema public revoke all on tables from ${apiRoles};
  alter default privileges in schema public revoke all on sequences from ${apiRoles};
  alter default privileges in schema public revoke all on functions from ${apiRoles};
  alter default privileges revoke execute on functions from public;`

const privileges = `
  with roles as (select oid, rolname from pg_roles where rolname in ('anon', 'authenticated', 'service_role'))
  select 'function ' || pg_proc.oid::regprocedure as object, rolname as role,
         array(select 'execute' where has_function_privilege(roles.oid, pg_proc.oid, 'execute')) as may
  from pg_proc cross join roles
  where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
    and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
  union all
  select 'table ' || pg_class.oid::regclass, rolname,
         array(
           select kind from unnest('{select,insert,update,delete,truncate,references,trigger}'::text[]) as kind
           where has_table_privilege(roles.oid, pg_class.oid, kind)
         )
  from pg_class cross join roles
  where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'p', 'v', 'm')
  union all
  select 'sequence ' || pg_class.oid::regclass, rolname,
         array(
           select kind from unnest('{usage,select,update}'::text[]) as kind
           where has_sequence_privilege(roles.oid, pg_class.oid, kind)
         )
  from pg_class cross join roles
  where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind = 'S'`

async function privilegesOf(tx: Transaction): Promise<Record<string, string>> {
  const rows = await tx.query<{ object: string; role: string; may: string[] }>(privileges)
  return Object.fromEntries(rows.map(({ object, role, may }) => [`${role} on ${object}`, may.join(', ')]))
}

const forgotten = `
  create function public.forgotten() returns int language sql return 1;
  create function private.forgotten() returns int language sql return 1;
  create table public.forgotten (id serial);`

const forgottenObjects = [
  'function forgotten()',
  'function private.forgotten()',
  'sequence forgotten_id_seq',
  'table forgotten',
]

it('says of every function, table and sequence who may use it, so that the defaults of a project change nothing', async () => {
  await using database = await throwawayDatabase(undefined, { exposesNewTables: true })
  // An object without explicit grants proves that the comparison notices missing ones.
  const migrations: SqlFiles = new Map([...history(), ['forgotten.sql', forgotten]])
  const open = await inspectAfterSql(database, migrations, privilegesOf)
  const closed = await inspectAfterSql(
    database,
    new Map([['defaults.sql', nothingByDefault], ...migrations]),
    privilegesOf,
  )
  const leftToDefaults = Object.keys(open).filter((name) => open[name] !== closed[name])
  expect(leftToDefaults.toSorted()).toEqual(
    ['anon', 'authenticated', 'service_role'].flatMap((role) => forgottenObjects.map((name) => `${role} on ${name}`)),
  )
})
