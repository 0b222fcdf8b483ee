import { inspectAfterSql, type Transaction, throwawayDatabase } from 'engine/testing/database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { projectDir } from './project-sql.ts'

const id = (number: number) => `00000000-0000-4000-8000-0000000000${number}`
const [north, bakery, shop, website, review, enquiry] = [10, 20, 21, 30, 40, 50].map(id)
/** Our mails: of the review to the bakery, of the enquiry to the agency, and to the shop the weekly one, of a month and of what is done. */
const [mailed, told, weekly, monthly, done] = [60, 61, 62, 63, 64].map(id)
const [month, request] = [70, 71].map(id)

const SCENE = `
  create or replace function private.is_super_admin() returns boolean language sql as 'select true';
  insert into agencies (id, name, email) values ('${north}', 'North', 'hello@north.test');
  insert into clients (id, agency_id, name, email) values
    ('${bakery}', '${north}', 'Bakery', 'maria@bakery.test'), ('${shop}', '${north}', 'Shop', 'sam@shop.test');
  insert into client_people (client_id, name, email) values ('${bakery}', 'Jo', 'jo@bakery.test');
  insert into projects (id, agency_id, client_id, name, project_type)
  values ('${website}', '${north}', '${bakery}', 'Website', 'consultation');
  insert into project_updates (id, project_id, title, content, update_type, visibility, answer_by)
  values ('${review}', '${website}', 'Menu', 'Look', 'review', 'client', (now() at time zone 'UTC')::date + 1);
  insert into client_mails (update_id, recipient, message_id, mailed_at)
  values ('${review}', 'maria@bakery.test', '${mailed}', now() - interval '2 days');
  insert into contact_submissions (id, name, business_name, email, phone, service)
  values ('${enquiry}', 'Vera', 'Flowers', 'vera@flowers.test', '1', 'ai');
  insert into client_months (id, client_id, month) values ('${month}', '${shop}', '2026-11-01');
  insert into client_requests (id, client_id, title, name) values ('${request}', '${shop}', 'A new sign', 'Sam');
  insert into mail.mails (id, key, urgency, recipient, subject, state, attempts) values
    ('${told}', 'enquiry/${enquiry}/hello@north.test', 3, 'hello@north.test', 'New message from Vera', 'sent', 1),
    ('${weekly}', 'digest/${shop}/first', 4, 'sam@shop.test', '3 updates from North', 'sent', 1),
    ('${monthly}', 'month/${month}/2026-12-03', 2, 'sam@shop.test', 'November 2026 at a glance', 'sent', 1),
    ('${done}', 'request done/${request}', 2, 'sam@shop.test', 'Done: A new sign', 'sent', 1);`

let database: Awaited<ReturnType<typeof throwawayDatabase>>
beforeAll(async () => {
  database = await throwawayDatabase(projectDir)
})
afterAll(() => database[Symbol.asyncDispose]())

const inScene = <T>(look: (tx: Transaction) => Promise<T>): Promise<T> =>
  inspectAfterSql(database, new Map([['the scene', SCENE]]), look)

const taker = (tx: Transaction) => {
  let uid = 0
  return async (decision: object) => {
    uid += 1
    const [taken] = await tx.query<{ outcome: string }>(
      `select outcome from take_incoming_mail('box', 1, $1, $2, $3)`,
      [uid, `hash ${uid}`, JSON.stringify(decision)],
    )
    return taken?.outcome
  }
}
const answer = (sent: string | undefined, is_confirmed = false) => ({
  outcome: 'reply',
  sent,
  words: 'All good.',
  sender_email: 'jo@bakery.test',
  is_confirmed,
})

it('[incoming-mail.md#did-not-arrive] says at the enquiry, and among the mails, that a mail about it came back', async () => {
  const { outcome, enquiries, mails } = await inScene(async (tx) => ({
    outcome: await taker(tx)({ outcome: 'bounce', bounces: [{ sent: told, reason: '550 unknown' }] }),
    enquiries: await tx.query('select mail_return_reason, mail_returned_at = now() as is_now from contact_submissions'),
    mails: await tx.query('select id, state, failure, can_be_sent_again from queued_mails()'),
  }))
  expect(outcome).toBe('bounce')
  expect(enquiries).toEqual([{ mail_return_reason: 'hello@north.test: 550 unknown', is_now: true }])
  const failure = 'Came back: 550 unknown'
  expect(mails).toEqual([{ id: told, state: 'undelivered', failure, can_be_sent_again: false }])
})

it('[incoming-mail.md#confirmed] knows the addresses of all people of a client, and those of the agency', async () => {
  const known = await inScene((tx) =>
    tx.query(`
      select address, client_ids, is_ours
      from unnest(array['maria@bakery.test', 'JO@bakery.test', 'hello@north.test', 'eve@mail.test']) as address
      cross join lateral who_writes_from(address)`),
  )
  expect(known.map(({ client_ids, is_ours }) => [client_ids, is_ours])).toEqual([
    [[bakery], false],
    [[bakery], false],
    [[], true],
    [[], false],
  ])
})

it('[incoming-mail.md#what-goes-where] leaves the twenty-first answer of a client within an hour for people', async () => {
  const { outcomes, others, notes, unplaced, later } = await inScene(async (tx) => {
    const take = taker(tx)
    const outcomes: (string | undefined)[] = []
    for (let count = 1; count <= 21; count += 1) outcomes.push(await take(answer(mailed)))
    const others = await take(answer(weekly))
    const notes = await tx.query(
      'select count(*)::int, client_id from client_notes group by client_id order by client_id',
    )
    const unplaced = await tx.query(`select unplaced from mailbox_state('box')`)
    await tx.query(`update private.incoming_mails set arrived_at = now() - interval '61 minutes'`)
    return { outcomes, others, notes, unplaced, later: await take(answer(mailed)) }
  })
  expect(outcomes).toEqual([...Array.from({ length: 20 }, () => 'reply'), 'unplaced'])
  expect([others, later]).toEqual(['reply', 'reply'])
  expect(notes).toEqual([
    { count: 20, client_id: bakery },
    { count: 1, client_id: shop },
  ])
  expect(unplaced).toEqual([{ unplaced: 1 }])
})

it('[incoming-mail.md#answers] a confirmed answer ends the reminders of a review, and an unconfirmed one does not', async () => {
  const due = await inScene(async (tx) => {
    const take = taker(tx)
    const reminders = async () =>
      (await tx.query<{ reminder: string }>('select reminder from private.due_review_reminders()')).map(
        ({ reminder }) => reminder,
      )
    const before = await reminders()
    await take(answer(mailed))
    const unconfirmed = await reminders()
    await take(answer(mailed, true))
    return [before, unconfirmed, await reminders()]
  })
  expect(due).toEqual([['before'], ['before'], []])
})

it.each([
  ['a month', monthly],
  ['what is done', done],
])('[incoming-mail.md#what-goes-where] an answer to the mail of %s is the client’s', async (_, sent) => {
  const { outcome, notes } = await inScene(async (tx) => ({
    outcome: await taker(tx)(answer(sent)),
    notes: await tx.query('select client_id, note_text from client_notes'),
  }))
  expect([outcome, notes]).toEqual(['reply', [{ client_id: shop, note_text: 'All good.' }]])
})
