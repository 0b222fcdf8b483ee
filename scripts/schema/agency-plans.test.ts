import { throwawayDatabase } from 'engine/testing/database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { projectDir } from './project-sql.ts'

const north = 'a0000000-0000-4000-8000-000000000001'
const ben = 'b0000000-0000-4000-8000-000000000002'
const session = 'b5000000-0000-4000-8000-000000000002'

/** The number of agencies beside North, each with as many rows, which lie scattered among each other. */
const OTHERS = 60
const OWN = { clients: 20, projects: 60, project_steps: 120, project_updates: 120 }

const SCENE = `
  insert into agencies (id, name) values ('${north}', 'North');
  insert into agencies (name) select 'Agency ' || n from generate_series(1, ${OTHERS}) as n;
  insert into auth.users (id, instance_id, aud, role, email, encrypted_password, raw_user_meta_data)
  values ('${ben}', '00000000-0000-0000-0000-000000000000', 'authenticated', 'authenticated', 'ben@north.test', '', '{}');
  insert into auth.sessions (id, user_id) values ('${session}', '${ben}');
  update user_profiles set agency_id = '${north}' where id = '${ben}';
  insert into user_roles (user_id, role) values ('${ben}', 'agency_staff');
  set local session_replication_role = replica;
  insert into clients (agency_id, name, email)
  select agencies.id, 'Client ' || n, 'c@shop.test' from generate_series(1, ${OWN.clients}) as n, agencies order by n;
  insert into projects (agency_id, client_id, name, project_type)
  select agency_id, id, 'Project ' || n, 'consultation' from generate_series(1, 3) as n, clients order by n;
  insert into project_steps (agency_id, project_id, title, due_on)
  select agency_id, id, 'Step ' || n, current_date + n from generate_series(1, 2) as n, projects order by n;
  insert into project_updates (agency_id, project_id, title, content, update_type, visibility, shown_at, is_answered, created_at)
  select agency_id, id, 'Report ' || n, 'Done.', 'review', 'client', now(), n = 1, now() - n * interval '20 days'
  from generate_series(1, 2) as n, projects order by n`

let database: Awaited<ReturnType<typeof throwawayDatabase>>
beforeAll(async () => {
  database = await throwawayDatabase(projectDir)
  await database.transaction({}, (tx) => tx.query(SCENE))
  await database.run({}, { text: 'analyze' })
})
afterAll(() => database[Symbol.asyncDispose]())

type Node = {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}

/** The number of rows of a table that a statement of Ben's reads. */
async function readBy(statement: string, table: string): Promise<number> {
  const claims = { role: 'authenticated', sub: ben, session_id: session, aal: 'aal1' }
  const [answer] = await database.run<{ 'QUERY PLAN': { Plan: Node }[] }>(
    { caller: { role: 'authenticated', claims }, settings: { 'request.jwt.claims': JSON.stringify(claims) } },
    { text: `explain (analyze, format json) ${statement}` },
  )
  const sum = (node: Node): number =>
    (node['Relation Name'] === table
      ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
      : 0) + (node.Plans ?? []).reduce((rows, beneath) => rows + sum(beneath), 0)
  const plan = answer?.['QUERY PLAN'][0]?.Plan
  if (!plan) throw new Error('There is no plan.')
  return sum(plan)
}

const own = `agency_id = '${north}'`

it.each([
  ['clients', `select * from clients where ${own} order by created_at desc, id limit 50`],
  ['clients', `select count(*) from clients where ${own}`],
  ['clients', `select count(*) from clients where ${own} and prospect_status = 'prospect'`],
  ['clients', `select id from clients where ${own} and search_text like '%client 1%'`],
  ['projects', `select * from projects where ${own} order by created_at desc, id limit 50`],
  ['projects', `select count(*) from projects where ${own} and status = 'planning'`],
  ['projects', `select id from projects where ${own} and search_text like '%project 1%'`],
  [
    'project_steps',
    `select id from project_steps where ${own} and not is_done order by due_on, created_at, id limit 50`,
  ],
  [
    'project_updates',
    `select id from project_updates where ${own} and visibility = 'client' and created_at > current_date - 30`,
  ],
  ['project_updates', `select * from update_reach where ${own} and update_type = 'review' and not is_answered`],
] as const)(
  '[lists.md#the-own-agency] of %s, a request for one agency reads its rows alone: %s',
  async (table, sql) => {
    const rows = await readBy(sql, table)
    expect(rows).toBeGreaterThan(0)
    expect(rows).toBeLessThanOrEqual(OWN[table])
  },
)

it('reads the rows of all agencies where a request names none', async () => {
  expect(await readBy('select count(*) from clients', 'clients')).toBeGreaterThan(OWN.clients)
})
