import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { postgresDatabase } from 'engine/testing/database'
import type { Installation } from './installation.ts'

const PASSWORD = 'mainstreet'
const AT_ONCE = 8

/** One of an agency's staff, signed in. */
export type Person = { id: string; agencyId: string; token: string }

const idOf = (prefix: string, number: number) => `${prefix}000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** So many new agencies with so many staff each, who are signed in: by agency. */
export async function signInAgencies(
  { servers: [server], anonKey, databaseUrl }: Pick<Installation, 'servers' | 'anonKey' | 'databaseUrl'>,
  agencies: number,
  staff: number,
): Promise<Person[][]> {
  const database = postgresDatabase(databaseUrl)
  await database.transaction({}, async (tx) => {
    await tx.query(NEW_AGENCIES, [agencies])
    await tx.query(NEW_PEOPLE, [agencies * staff, PASSWORD])
    await tx.query(THEIR_AGENCIES, [agencies])
    await tx.query(THEIR_ROLES)
    // As autovacuum would within a minute.
    await tx.query('analyze public.agencies, auth.users, public.user_profiles, public.user_roles')
  })
  await database.close()
  const numbers = Array.from({ length: agencies * staff }, (_, index) => index + 1)
  const people = Array.from({ length: agencies }, (): Person[] => [])
  let next = 0
  async function signInSome() {
    for (let number = numbers[next++]; number !== undefined; number = numbers[next++]) {
      const agency = 1 + (number % agencies)
      const token = await signIn(server.url, anonKey, `staff${number}@many.test`)
      people[agency - 1]?.push({ id: idOf('b3', number), agencyId: idOf('a3', agency), token })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, signInSome))
  return people
}

async function signIn(url: string, apikey: string, email: string): Promise<string> {
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  if (!answer.ok) throw new Error(`${email}: ${answer.status} ${await answer.text()}`)
  const { access_token: token }: { access_token: string } = JSON.parse(await answer.text())
  return token
}

/** Gives each of them, by their numbers, work to do: many-agencies.sql. */
export async function fillAgencies(
  databaseUrl: string,
  [first, last]: [number, number],
  each: { clients: number; projects: number },
): Promise<void> {
  const sql = await readFile(join(import.meta.dirname, 'many-agencies.sql'), 'utf8')
  const numbers = [first, last, each.clients, each.projects]
  const database = postgresDatabase(databaseUrl)
  // What the triggers would do, one row at a time, is done by the statements themselves.
  await database.transaction({ settings: { session_replication_role: 'replica' } }, async (tx) => {
    for (const statement of sql.split(/;\n/)) {
      await tx.query(statement.replace(/\$(\d)/g, (_, place) => String(numbers[Number(place) - 1])))
    }
  })
  await database.close()
}

const NEW_AGENCIES = `
  insert into public.agencies (id, name, email)
  select ('a3000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Agency ' || n, 'hello@agency' || n || '.test'
  from generate_series(1, $1::int) as n`

/** With a password that is quick to check: how long thousands of passwords take is not measured. */
const NEW_PEOPLE = `
  insert into auth.users (id, instance_id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data,
                          raw_user_meta_data, created_at, updated_at, confirmation_token, recovery_token,
                          email_change_token_new, email_change)
  select
    ('b3000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, '00000000-0000-0000-0000-000000000000',
    'authenticated', 'authenticated', 'staff' || n || '@many.test', password, now(),
    '{"provider": "email", "providers": ["email"]}', jsonb_build_object('name', 'Staff ' || n), now(), now(), '', '', '', ''
  from generate_series(1, $1::int) as n
  cross join extensions.crypt($2, extensions.gen_salt('bf', 4)) as password`

const THEIR_AGENCIES = `
  update public.user_profiles set
    agency_id = ('a3000000-0000-4000-8000-' || lpad((1 + right(id::text, 12)::int % $1::int)::text, 12, '0'))::uuid
  where id::text like 'b3%'`

const THEIR_ROLES = `
  insert into public.user_roles (user_id, role)
  select id, 'agency_staff' from public.user_profiles where id::text like 'b3%'`
