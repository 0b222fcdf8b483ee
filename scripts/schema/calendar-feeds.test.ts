import { inspectAfterSql, throwawayDatabase } from 'engine/testing/database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { projectDir } from './project-sql.ts'

let database: Awaited<ReturnType<typeof throwawayDatabase>>
beforeAll(async () => {
  database = await throwawayDatabase(projectDir)
})
afterAll(() => database[Symbol.asyncDispose]())

const id = (kind: string, number = 1) => `${kind}0000000-0000-4000-8000-00000000000${number}`
const [north, south, ben, client, project] = [id('a'), id('a', 2), id('b'), id('c'), id('d')]
const call = (number: number, days: number, person: string, state: string) =>
  `('${id('e', number)}', '${client}', 'UTC', now() + interval '${days} days', ${person}, '${state}')`

const SCENE = `
  insert into agencies (id, name) values ('${north}', 'North Road'), ('${south}', 'South Street');
  insert into auth.users (id, email) values ('${ben}', 'ben@staff.test');
  update user_profiles set agency_id = '${north}' where id = '${ben}';
  insert into user_roles values ('${ben}', 'agency_staff');
  insert into clients (id, agency_id, name, email, looked_after_by, next_contact_on)
    values ('${client}', '${north}', 'Nolan', 'nolan@client.test', '${ben}', current_date + 5);
  insert into projects (id, agency_id, client_id, name, project_type, assigned_to, start_date, target_completion_date)
    values ('${project}', '${north}', '${client}', 'Website', 'consultation', '${ben}', current_date - 90, current_date + 5);
  insert into project_steps (id, project_id, title, due_on, assigned_to, is_done) values
    ('${id('1')}', '${project}', 'Pictures', current_date, '${ben}', false),
    ('${id('1', 2)}', '${project}', 'Texts', current_date, '${ben}', true),
    ('${id('1', 3)}', '${project}', 'Nobody’s', current_date, null, false);
  insert into project_updates (id, project_id, title, content, update_type, answer_by)
    values ('${id('2')}', '${project}', 'Logo', 'Which?', 'review', current_date + 1);
  insert into calls (id, client_id, time_zone, starts_at, staff_id, state) values
    ${call(1, 1, `'${ben}'`, 'planned')}, ${call(2, 1, 'null', 'planned')},
    ${call(3, 1, `'${ben}'`, 'cancelled')}, ${call(4, 500, `'${ben}'`, 'planned')};
  insert into private.calendar_feeds (user_id, secret_hash) values ('${ben}', sha256('secret'));`

it('[profile.md#calendar-feed] has what is the person’s own, by the rights of the moment', async () => {
  const changes = {
    atFirst: 'select 1',
    deactivated: `update user_profiles set deactivated_at = now() where id = '${ben}'`,
    withoutRole: `delete from user_roles where user_id = '${ben}' and role <> 'user'`,
    inAnotherAgency: `update user_profiles set agency_id = '${south}' where id = '${ben}'`,
    inNoAgency: `update user_profiles set agency_id = null where id = '${ben}'`,
    ofAnInactiveAgency: `update agencies set is_active = false where id = '${north}'`,
  }
  const seen: Record<string, string[] | undefined> = {}
  for (const [when, change] of Object.entries(changes)) {
    seen[when] = await inspectAfterSql(
      database,
      new Map([
        ['the scene', SCENE],
        [when, change],
      ]),
      async (tx) => {
        const read = `select open_calendar_feed(encode(sha256('secret'), 'hex')) as feed`
        const [row] = await tx.query<{ feed: { entries: { uid: string }[] } | null }>(read)
        return row?.feed?.entries.map(({ uid }) => uid)
      },
    )
  }
  const own = [`call-${id('e')}`, `contact-${client}`, `due-${project}`, `review-${id('2')}`, `step-${id('1')}`]
  expect(seen).toEqual({
    ...{ atFirst: own, ofAnInactiveAgency: own, inAnotherAgency: [] },
    ...{ deactivated: undefined, withoutRole: undefined, inNoAgency: undefined },
  })
})
