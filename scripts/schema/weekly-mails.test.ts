import { inspectAfterSql, throwawayDatabase } from 'engine/testing/database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { projectDir } from './project-sql.ts'

let database: Awaited<ReturnType<typeof throwawayDatabase>>
beforeAll(async () => {
  database = await throwawayDatabase(projectDir)
})
afterAll(() => database[Symbol.asyncDispose]())

const north = 'a0000000-0000-4000-8000-000000000001'
/** Clients who want the weekly mail and have a new update. The address of the second is older than the rule of addresses. */
const SCENE = `
  insert into agencies (id, name) values ('${north}', 'North');
  set local mainstreet.brings_back = 'on';
  insert into clients (agency_id, name, email, wants_digest)
  values ('${north}', 'Bakery', 'c@mail.test', true), ('${north}', 'Florist', 'c@mail.test.', true);
  set local mainstreet.brings_back = '';
  insert into projects (agency_id, client_id, name, project_type)
  select agency_id, id, 'Website', 'consultation' from clients;
  insert into project_updates (project_id, title, content, visibility)
  select id, 'New pages', 'Done.', 'client' from projects;`

const DUE = 'select name from client_digests_to_send() join clients on clients.id = client order by name'

it('[client-updates.md#weekly-mail] is not tried for an address that mail cannot reach', async () => {
  const due = await inspectAfterSql(database, new Map([['the scene', SCENE]]), (tx) => tx.query(DUE))
  expect(due).toEqual([{ name: 'Bakery' }])
})

it.each([
  ['was off for a year', '365 days', '7 days'],
  ['was off for a day', '3 days', '3 days'],
])(
  '[client-updates.md#weekly-mail] that %s goes on with what is new since then, of one week at most',
  async (_, before, since) => {
    const turnedOn = `
    update clients set wants_digest = false, digested_at = now() - interval '${before}', updated_at = '2020-01-01';
    update clients set wants_digest = true`
    const scene = new Map([
      ['the scene', SCENE],
      ['turned on again', turnedOn],
    ])
    const found = await inspectAfterSql(database, scene, (tx) =>
      tx.query(`select distinct (now() - digested_at)::text as since, updated_at >= now() as is_change from clients`),
    )
    expect(found).toEqual([{ since, is_change: true }])
  },
)
