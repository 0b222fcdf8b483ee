import { inspectAfterSql, type Transaction, throwawayDatabase } from 'engine/testing/database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { projectDir } from './project-sql.ts'

/** The isolation tests cover over HTTP who may call it. */
const AS_SUPER_ADMIN = `create or replace function private.is_super_admin() returns boolean language sql as 'select true'`

let database: Awaited<ReturnType<typeof throwawayDatabase>>
beforeAll(async () => {
  database = await throwawayDatabase(projectDir)
})
afterAll(() => database[Symbol.asyncDispose]())

const asked = <T>(before: string, look: (tx: Transaction) => Promise<T>): Promise<T> =>
  inspectAfterSql(database, new Map([['the scene', `${AS_SUPER_ADMIN}; ${before}`]]), look)

const MAILS = `
  insert into mail.transport (host) values ('smtp.north.test');
  insert into mail.mails (id, urgency, recipient, subject, content, valid_until, state, attempts, failure, created_at)
  select
    ('00000000-0000-4000-8000-00000000000' || number)::uuid, 1, 'ana@north.test', subject,
    case when state in ('waiting', 'undelivered') then '{"text": "the code is 123456"}'::jsonb end,
    now() + valid_for, state, attempts, failure, now() - age
  from (values
    (1, 'just written',    'waiting',     0, null,           null::interval,       interval '10 seconds'),
    (2, 'refused once',    'waiting',     1, '452 too busy', null,                 interval '20 seconds'),
    (3, 'waits',           'waiting',     0, null,           interval '1 hour',    interval '2 minutes'),
    (4, 'given up',        'undelivered', 9, '550 unknown',  null,                 interval '3 days'),
    (5, 'valid no longer', 'undelivered', 9, '550 unknown',  interval '-1 second', interval '1 hour'),
    (6, 'forgotten',       'expired',     3, '452 too busy', interval '-1 day',    interval '2 days'),
    (7, 'arrived',         'sent',        1, null,           null,                 interval '1 day')
  ) as mails (number, subject, state, attempts, failure, valid_for, age)`

it('tells of mails that need somebody, and how many they are', async () => {
  const { mails, state } = await asked(MAILS, async (tx) => ({
    mails: await tx.query('select * from queued_mails() order by created_at desc'),
    state: await tx.query('select * from mail_state()'),
  }))
  expect(mails.map(({ subject, can_be_sent_again }) => [subject, can_be_sent_again])).toEqual([
    ['refused once', true],
    ['waits', true],
    ['valid no longer', false],
    ['forgotten', false],
    ['given up', true],
  ])
  expect(JSON.stringify(mails)).not.toContain('123456')
  expect(mails.map(({ due_at }) => due_at !== null)).toEqual([true, true, false, false, false])
  expect(state).toMatchObject([{ has_queue: true, host: 'smtp.north.test', waiting: 2, undelivered: 2 }])
  expect(state.map(({ waiting_since }) => waiting_since)).toEqual(mails.slice(1, 2).map(({ created_at }) => created_at))
})

it('sends one mail again, or all that can be', async () => {
  const { one, all, after } = await asked(MAILS, async (tx) => ({
    one: await tx.query(`
      select number, send_mail_again(('00000000-0000-4000-8000-00000000000' || number)::uuid) as is_sent
      from generate_series(4, 9) as number`),
    all: await tx.query('select send_mails_again() as count'),
    after: await tx.query(`select count(*)::int as due from mail.mails where state = 'waiting' and due_at <= now()`),
  }))
  expect(one.filter(({ is_sent }) => is_sent)).toEqual([{ number: 4, is_sent: true }])
  expect(all).toEqual([{ count: 3 }])
  // One more than before: the mail that was just queued.
  expect(after).toEqual([{ due: 4 }])
})

it('takes away what could not be delivered or has expired, and nothing else', async () => {
  const { gone, left } = await asked(MAILS, async (tx) => ({
    gone: await tx.query(`
      select number from generate_series(1, 9) as number
      where dismiss_mail(('00000000-0000-4000-8000-00000000000' || number)::uuid)`),
    left: await tx.query('select subject from mail.mails order by id'),
  }))
  expect(gone.map(({ number }) => number)).toEqual([4, 5, 6])
  expect(left.map(({ subject }) => subject)).toEqual(['just written', 'refused once', 'waits', 'arrived'])
})

it('knows of no mails on hosted Supabase', async () => {
  const answers = await asked('drop schema if exists mail cascade', (tx) =>
    tx.query(`
      select mail_state.*, (select count(*)::int from queued_mails()) as mails,
        send_mail_again(gen_random_uuid()) as one, send_mails_again() as again,
        dismiss_mail(gen_random_uuid()) as gone
      from mail_state()`),
  )
  const nothing = { host: null, waiting: 0, waiting_since: null, undelivered: 0 }
  expect(answers).toEqual([{ has_queue: false, ...nothing, mails: 0, one: false, again: 0, gone: false }])
})

it('[client-updates.md#answer-by] a reminder that still waits is withdrawn by the answer', async () => {
  const id = (number: number) => `'00000000-0000-4000-8000-0000000000${number}'`
  const scene = `
    insert into public.agencies (id, name) values (${id(10)}, 'North');
    insert into public.clients (id, agency_id, name, email) values (${id(20)}, ${id(10)}, 'Clara', 'clara@client.test');
    insert into public.projects (id, agency_id, client_id, name, project_type)
    values (${id(30)}, ${id(10)}, ${id(20)}, 'Website', 'consultation');
    insert into public.project_updates (id, project_id, title, content, update_type, visibility)
    values (${id(40)}, ${id(30)}, 'One', 'Look', 'review', 'client'), (${id(41)}, ${id(30)}, 'Two', 'Look', 'review', 'client');
    insert into public.client_mails (id, update_id, recipient, reminder) values
      (${id(50)}, ${id(40)}, 'clara@client.test', null), (${id(51)}, ${id(40)}, 'clara@client.test', 'before'),
      (${id(52)}, ${id(40)}, 'clara@client.test', 'after'), (${id(53)}, ${id(41)}, 'clara@client.test', 'before');
    insert into mail.mails (key, urgency, recipient, subject, claimed_until)
    select 'client/' || id, 4, recipient, coalesce(reminder, 'asked'), case reminder when 'after' then now() + interval '30 seconds' end
    from public.client_mails order by id;
    insert into public.update_answers (update_id, answer, name) values (${id(40)}, 'approved', 'Clara')`
  const left = await asked(scene, (tx) => tx.query('select key, subject from mail.mails order by key'))
  expect(left.map(({ subject }) => subject)).toEqual(['asked', 'after', 'before'])
})

it('tells of enquiries where no agency has an address to super admins, but to none who is there for a trial', async () => {
  const people = `
    insert into auth.users (id, email) values
      ('00000000-0000-4000-8000-0000000000a1', 'sol@north.test'),
      ('00000000-0000-4000-8000-0000000000a2', 'tova@trial.invalid');
    insert into public.user_roles (user_id, role)
    select id, 'super_admin' from auth.users`
  const found = await asked(people, (tx) => tx.query('select enquiry_recipients() as addresses'))
  expect(found).toEqual([{ addresses: ['sol@north.test'] }])
})

it('[contact.md#notification-mail] tells nobody at an address that no mail server knows, once there is a mail server', async () => {
  const admin = `
    insert into auth.users (id, email) values ('00000000-0000-4000-8000-0000000000a1', 'admin@mainstreet.local');
    insert into public.user_roles (user_id, role) select id, 'super_admin' from auth.users`
  const askedWith = (more: string) =>
    asked(`${admin}; ${more}`, (tx) =>
      tx.query(`select enquiry_recipients('') as enquiries, super_admin_addresses() as alerts`),
    )
  const first = ['admin@mainstreet.local']
  expect(await askedWith('select 1')).toEqual([{ enquiries: first, alerts: first }])
  const server = `insert into mail.transport (host) values ('smtp.north.test')`
  expect(await askedWith(server)).toEqual([{ enquiries: [], alerts: [] }])
  const agency = `${server}; insert into public.agencies (name, email, answers_website) values ('North', 'us@north.test', true)`
  expect(await askedWith(agency)).toEqual([{ enquiries: ['us@north.test'], alerts: [] }])
})

const [agency, client, enquiry, planner, toClient, toVisitor, unmailed] = [1, 2, 3, 4, 5, 6, 7].map(
  (number) => `00000000-0000-4000-8000-0000000000c${number}`,
)
/** Calls in ten days with a client and with somebody who enquired, both of whom were invited, and one of which nobody knows yet. */
const CALLS = `
  insert into public.agencies (id, name, email) values ('${agency}', 'North', 'us@north.test');
  insert into auth.users (id, email) values ('${planner}', 'ana@north.test');
  insert into auth.sessions (id, user_id) values ('${planner}', '${planner}');
  update public.user_profiles set agency_id = '${agency}', display_name = 'Ana Reyes' where id = '${planner}';
  insert into public.user_roles (user_id, role) values ('${planner}', 'agency_admin');
  insert into public.clients (id, agency_id, name, email) values ('${client}', '${agency}', 'Clara', 'clara@client.test');
  insert into public.contact_submissions (id, name, business_name, email, phone, service)
  values ('${enquiry}', 'Vera', 'Flowers', 'vera@flowers.test', '1', 'ai');
  insert into public.calls (id, agency_id, client_id, enquiry_id, staff_id, starts_at, time_zone, sequence, mailed_sequence, mailed_to) values
    ('${toClient}', '${agency}', '${client}', null, '${planner}', now() + interval '10 days', 'Europe/Berlin', 1, 1, 'clara@client.test'),
    ('${toVisitor}', '${agency}', null, '${enquiry}', '${planner}', now() + interval '10 days', 'UTC', 0, 0, 'vera@flowers.test'),
    ('${unmailed}', '${agency}', '${client}', null, '${planner}', now() + interval '10 days', 'UTC', 0, null, null);
  update public.calls set changed_at = now() - interval '1 hour';
  insert into mail.mails (key, urgency, recipient, subject) values ('call/${toClient}/reminder/1', 4, 'clara@client.test', 'Soon')`

/** What a colleague does, whose deletions can be undone. */
const asPlanner = async (tx: Transaction, sql: string) => {
  const claims = JSON.stringify({ sub: planner, session_id: planner })
  await tx.query("select set_config('request.jwt.claims', $1, true)", [claims])
  await tx.query(sql)
  await tx.query("select set_config('request.jwt.claims', '', true)")
}
const afterAMinute = (tx: Transaction) =>
  tx.query("update private.withdrawn_calls set withdrawn_at = withdrawn_at - interval '1 minute'")
const claimed = (tx: Transaction) => tx.query('select * from claim_withdrawn_calls()')

it.each([
  ['the client', `delete from public.clients where id = '${client}'`, [toClient, 2, 'clara@client.test']],
  [
    'the enquiry',
    `delete from public.contact_submissions where id = '${enquiry}'`,
    [toVisitor, 1, 'vera@flowers.test'],
  ],
  ['their agency', `delete from public.agencies where id = '${agency}'`, [toClient, 2, 'clara@client.test']],
])(
  '[mail.md#calls] cancels the call to which somebody was invited once %s is deleted, half a minute later',
  async (_, sql, first) => {
    const { atOnce, isDue, later, again, waiting } = await asked(CALLS, async (tx) => {
      await asPlanner(tx, sql)
      const atOnce = await claimed(tx)
      await afterAMinute(tx)
      const isDue = await tx.query('select has_due_mails() as is_due')
      const later = await claimed(tx)
      const again = await claimed(tx)
      return { atOnce, isDue, later, again, waiting: await tx.query('select key from mail.mails order by key') }
    })
    expect([atOnce, isDue, again]).toEqual([[], [{ is_due: true }], []])
    expect(later.map(({ id, sequence, email }) => [id, sequence, email])).toContainEqual(first)
    expect(later.map(({ id }) => id)).not.toContain(unmailed)
    expect(later[0]).toMatchObject({ agency_email: 'us@north.test', staff_email: 'ana@north.test', is_for_good: false })
    // Nobody is reminded of it either.
    expect(waiting).toHaveLength(first[0] === toClient ? 0 : 1)
  },
)

const restored = (tx: Transaction) =>
  tx.query(`select sequence, mailed_sequence, state, (select mail from calls_to_mail() where call = id) as mail
    from public.calls where id = '${toClient}'`)
const deleteClient = `delete from public.clients where id = '${client}'`
const restoreClient = `select bring_back(array['${client}']::uuid[])`

it('[recently-deleted.md#calls] nobody notices a deletion that is undone at once', async () => {
  const { call, cancellations } = await asked(CALLS, async (tx) => {
    await asPlanner(tx, deleteClient)
    await asPlanner(tx, restoreClient)
    await afterAMinute(tx)
    return { call: await restored(tx), cancellations: await claimed(tx) }
  })
  expect(call).toEqual([{ sequence: 1, mailed_sequence: 1, state: 'planned', mail: null }])
  expect(cancellations).toEqual([])
})

it('[recently-deleted.md#calls] invites again, by a later version than the cancellation, where that was mailed', async () => {
  const call = await asked(CALLS, async (tx) => {
    await asPlanner(tx, deleteClient)
    await afterAMinute(tx)
    await claimed(tx)
    await tx.query(`select settle_withdrawn_call('${toClient}', true)`)
    await asPlanner(tx, restoreClient)
    await tx.query("update public.calls set changed_at = changed_at - interval '1 minute'")
    return restored(tx)
  })
  expect(call).toEqual([{ sequence: 3, mailed_sequence: null, state: 'planned', mail: 'invitation' }])
})

it.each([
  ['cancelled', `update public.calls set state = 'cancelled'`],
  ['deleted with the client', deleteClient],
])(
  '[mail.md#calls] cancels nothing where the call is %s while its invitation waits for the mail server',
  async (_, sql) => {
    const waits = `
    insert into mail.mails (key, urgency, recipient, subject, state) values
      ('call/${toClient}/invitation/1', 2, 'clara@client.test', 'Invitation', 'waiting'),
      ('call/${toVisitor}/invitation/0', 2, 'vera@flowers.test', 'Invitation', 'sent'),
      ('call/${toVisitor}/change/1', 2, 'vera@flowers.test', 'Changed', 'waiting')`
    const { due, left } = await asked(`${CALLS}; ${waits}`, async (tx) => {
      await asPlanner(tx, sql)
      await afterAMinute(tx)
      await tx.query("update public.calls set changed_at = now() - interval '1 hour'")
      const due = await tx.query('select call from calls_to_mail() union all select id from claim_withdrawn_calls()')
      return { due, left: await tx.query(`select from mail.mails where key like 'call/${toClient}/%'`) }
    })
    expect(left).toEqual([])
    expect(due.map(({ call }) => call)).not.toContain(toClient)
    if (sql !== deleteClient) expect(due).toEqual([{ call: toVisitor }])
  },
)

it('[clients.md#merging] cancels no call of clients who are merged', async () => {
  const other = '00000000-0000-4000-8000-0000000000d1'
  const { cancellations, calls } = await asked(CALLS, async (tx) => {
    await tx.query(
      `insert into public.clients (id, agency_id, name, email) values ('${other}', '${agency}', 'Clara B', 'b@client.test')`,
    )
    await asPlanner(tx, `select merge_clients('${other}', '${client}')`)
    await afterAMinute(tx)
    return {
      cancellations: await claimed(tx),
      calls: await tx.query(`select client_id from public.calls where id = '${toClient}'`),
    }
  })
  expect([cancellations, calls]).toEqual([[], [{ client_id: other }]])
})

it('keeps nothing of the cancellation of somebody who was erased once it has left', async () => {
  const { told, left, isDue } = await asked(CALLS, async (tx) => {
    await tx.query("select set_config('storage.allow_delete_query', 'true', true)")
    await tx.query(`select erase('client', '${client}', true)`)
    await afterAMinute(tx)
    const told = await claimed(tx)
    await tx.query(`select settle_withdrawn_call('${toClient}', true)`)
    await tx.query(`insert into mail.mails (key, urgency, recipient, subject, state)
      values ('erased call/${toClient}/cancellation/2', 2, 'clara@client.test', 'Cancelled', 'sent')`)
    const isDue = await tx.query('select has_due_mails() as is_due')
    await claimed(tx)
    return {
      told,
      isDue,
      left: await tx.query(
        "select from mail.mails where recipient like 'clara%' union all select from private.withdrawn_calls",
      ),
    }
  })
  expect(told).toMatchObject([{ id: toClient, sequence: 2, email: 'clara@client.test', is_for_good: true }])
  expect([isDue, left]).toEqual([[{ is_due: true }], []])
})
