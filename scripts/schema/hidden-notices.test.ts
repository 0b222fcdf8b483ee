import { inspectAfterSql, type Transaction, throwawayDatabase } from 'engine/testing/database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { projectDir } from './project-sql.ts'

let database: Awaited<ReturnType<typeof throwawayDatabase>>
beforeAll(async () => {
  database = await throwawayDatabase(projectDir)
})
afterAll(() => database[Symbol.asyncDispose]())

const [north, south] = ['a0000000-0000-4000-8000-000000000001', 'a0000000-0000-4000-8000-000000000002']
const ben = 'b0000000-0000-4000-8000-000000000001'
const session = 'b5000000-0000-4000-8000-000000000001'
const [client, project] = ['c0000000-0000-4000-8000-000000000001', 'd0000000-0000-4000-8000-000000000001']
const [enquiry, call] = ['e0000000-0000-4000-8000-000000000001', 'f0000000-0000-4000-8000-000000000001']

/** Ben of North wants the daily mail and has a device. He was told of a project, an enquiry and a call about it. */
const SCENE = `
  insert into agencies (id, name) values ('${north}', 'North'), ('${south}', 'South');
  insert into auth.users (id, email) values ('${ben}', 'ben@north.test');
  insert into auth.sessions (id, user_id) values ('${session}', '${ben}');
  update user_profiles set agency_id = '${north}', wants_digest = true where id = '${ben}';
  insert into user_roles values ('${ben}', 'agency_staff') on conflict do nothing;
  insert into private.push_devices (user_id, session_id, endpoint, p256dh, auth)
  values ('${ben}', '${session}', 'https://fcm.googleapis.com/x', 'B' || repeat('a', 86), repeat('a', 22));
  insert into clients (id, agency_id, name, email) values ('${client}', '${north}', 'Bakery', 'c@mail.test');
  insert into projects (id, agency_id, client_id, name, project_type)
  values ('${project}', '${north}', '${client}', 'Website', 'consultation');
  insert into contact_submissions (id, name, business_name, email, phone, service)
  values ('${enquiry}', 'Rosa', 'Flowers', 'r@mail.test', '1', 'ai');
  insert into calls (id, enquiry_id, starts_at, time_zone, staff_id)
  values ('${call}', '${enquiry}', now() + interval '1 hour', 'UTC', '${ben}');
  insert into notices (user_id, project_id) values ('${ben}', '${project}');
  insert into notices (user_id, call_id) values ('${ben}', '${call}');
  update notices set created_at = now() - interval '2 hours'`

const kinds = `select case when project_id is not null then 'project' when call_id is not null then 'call' else 'enquiry' end as kind`

/** The notices that are in the bell, in the daily mail, and on the device. */
async function told(tx: Transaction) {
  const kindsOf = async (sql: string) => (await tx.query<{ kind: string }>(sql)).map(({ kind }) => kind).sort()
  const claims = JSON.stringify({ role: 'authenticated', sub: ben, session_id: session, aal: 'aal1' })
  const mailed = await kindsOf(
    `${kinds} from notice_digests_to_send() as due, notices_to_mail(due.person) as mailed join notices using (id)`,
  )
  const shown = await kindsOf(`${kinds} from claim_pushes() as push join notices on notices.id = push.notice_id`)
  await tx.query(`select set_config('request.jwt.claims', '${claims}', true)`)
  await tx.query('set local role authenticated')
  const listed = await kindsOf(`${kinds} from notices`)
  const [count] = await tx.query<{ notices: number }>('select notices from my_unread()')
  await tx.query('reset role')
  return { listed, count: count?.notices, mailed, shown }
}

const everywhere = (...seen: string[]) => ({ listed: seen, count: seen.length, mailed: seen, shown: seen })

it.each([
  ['everything that Ben may see', '', ['call', 'enquiry', 'project']],
  ['nothing once his roles are taken away', `delete from user_roles where user_id = '${ben}'`, []],
  [
    'no enquiry once another agency answers the website',
    `update agencies set answers_website = true where id = '${south}'`,
    ['project'],
  ],
  [
    'no project whose client went to another agency',
    `update clients set agency_id = '${south}' where id = '${client}'`,
    ['call', 'enquiry'],
  ],
  [
    'a super admin of enquiries too, whoever answers the website, but not of a call that went with it',
    `update agencies set answers_website = true where id = '${south}';
     insert into user_roles values ('${ben}', 'super_admin')`,
    ['enquiry', 'project'],
  ],
])('[notices.md#bell] the bell, the mail and the device tell %s', async (_what, change, seen) => {
  const scene = new Map([
    ['the scene', SCENE],
    ['what changed', change],
  ])
  expect(await inspectAfterSql(database, scene, told)).toEqual(everywhere(...seen))
})
