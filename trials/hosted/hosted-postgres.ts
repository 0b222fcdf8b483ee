import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type PostgresPrograms, startPostgres } from 'engine/testing'
import { postgresDatabase, statementsOf, type Transaction } from 'engine/testing/database'

/**
 * Starts a PostgreSQL with the roles of hosted Supabase: only `supabase_admin` is a superuser, and `postgres`, the role
 * of a project's owner, is not. The caller creates the objects that the services create in a new project, and then
 * calls `givePostgresItsRights`.
 */
export async function startHostedPostgres(programs?: PostgresPrograms) {
  const server = await startPostgres(programs)
  const urlOf = (user: string) => server.url.replace('postgres@', `${user}@`)
  await asRole(server.url, (db) => db.query('create role supabase_admin superuser login'))
  // The superuser that initdb created gives its name to the role of the project.
  await asRole(urlOf('supabase_admin'), async (db) => {
    await db.query('alter role postgres rename to initdb_superuser')
    await db.query('create role postgres login createdb createrole replication bypassrls')
    await db.query('alter database postgres owner to postgres')
  })
  return { ...server, adminUrl: urlOf('supabase_admin'), url: urlOf('postgres') }
}

/**
 * Gives `postgres` its rights in a new project: the grants of the image's `demote-postgres`, the owners of the
 * services' tables, and no default privileges on objects that `postgres` creates. Hosted Supabase lets `postgres` write
 * policies on storage.objects and drop triggers of auth.users by a server extension; here it is a member of the owners
 * instead.
 */
export const givePostgresItsRights = (adminUrl: string, vaultKey: string) =>
  asRole(adminUrl, async (db) => {
    const owners = {
      auth: 'supabase_auth_admin',
      storage: 'supabase_storage_admin',
      realtime: 'supabase_realtime_admin',
    }
    for (const [schema, owner] of Object.entries(owners)) {
      await db.query(`grant all on schema ${schema} to ${owner}`)
      const rows = await db.query<{ name: string }>(
        `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = $1`,
        [schema],
      )
      for (const { name } of rows) await db.query(`alter table ${name} owner to ${owner}`)
    }
    // The engine has schemas that hosted Supabase lacks. Its triggers on migrated objects run as the role that creates
    // them, and the project reads the engine's mail queue.
    const schemas = await db.query<{ name: string }>(
      `select nspname as name from pg_namespace where nspowner = 'supabase_admin'::regrole`,
    )
    for (const { name: schema } of schemas) {
      await db.query(`grant all on schema ${schema} to postgres`)
      for (const kind of ['tables', 'sequences', 'routines'])
        await db.query(`grant all on all ${kind} in schema ${schema} to postgres`)
    }
    // The vault's key is a setting of the role here; on hosted Supabase an extension gives it to the server.
    await db.query(`alter role postgres set engine.vault_key = '${vaultKey.replaceAll("'", "''")}'`)
    // The engine's record of the migrations that it has applied is removed, since nothing was pushed yet.
    await db.query(`
      drop schema supabase_migrations cascade;
      grant all on database postgres to postgres;
      grant all on schema public to postgres;
      grant anon, authenticated, service_role to postgres with admin option;
      grant supabase_auth_admin, supabase_storage_admin to postgres;
      alter publication supabase_realtime owner to postgres;
      alter schema cron owner to postgres;
      alter role authenticator set statement_timeout = '8s';
      alter role service_role set statement_timeout = '8s';
      alter default privileges for role postgres revoke execute on functions from public`)
    for (const kind of ['tables', 'sequences', 'functions'])
      await db.query(
        `alter default privileges for role postgres in schema public
           revoke all on ${kind} from anon, authenticated, service_role`,
      )
  })

/**
 * Imitates `supabase db push`: applies each migration that is not recorded yet, in order, statement by statement.
 * Returns their versions.
 */
export const pushMigrations = (url: string, folder: string) =>
  asRole(url, async (db) => {
    await db.query(`
      create schema if not exists supabase_migrations;
      create table if not exists supabase_migrations.schema_migrations
        (version text primary key, statements text[], name text)`)
    const rows = await db.query<{ version: string }>('select version from supabase_migrations.schema_migrations')
    const known = new Set(rows.map(({ version }) => version))
    const pushed: string[] = []
    for (const file of (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()) {
      const [, version, name] = /^(\d+)_(.*)\.sql$/.exec(file) ?? []
      if (version === undefined || name === undefined || known.has(version)) continue
      const sql = await readFile(join(folder, file), 'utf8')
      const statements = statementsOf(sql).map(({ start, end }) => sql.slice(start, end))
      for (const statement of statements) {
        await db.query(statement, []).catch((error: unknown) => {
          throw new Error(`${file} failed at:\n${statement.slice(0, 500)}`, { cause: error })
        })
      }
      await db.query('insert into supabase_migrations.schema_migrations values ($1, $2, $3)', [
        version,
        statements,
        name,
      ])
      await db.query('reset all')
      pushed.push(version)
    }
    return pushed
  })

export async function asRole<T>(url: string, work: (db: Transaction) => Promise<T>): Promise<T> {
  const database = postgresDatabase(url)
  try {
    return await database.transaction({}, work)
  } finally {
    await database.close()
  }
}
