import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call } from './functions-client.ts'
import { outbox } from './outbox.ts'
import { arrange, newPerson, type Person, removePeople, service } from './people.ts'
import { createTestData, removeTestData, type TestData } from './test-data.ts'

/** Reviews with a day by which an answer is wanted: reminders for the client, and the bell of the writer. */

let testData: TestData
let writer: Person
beforeAll(async () => {
  testData = await createTestData()
  writer = await newPerson('somebody', { agencyId: testData.agencies.north, roles: ['agency_staff'] })
})
afterAll(async () => {
  await removePeople(writer)
  await removeTestData(testData)
})

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
/** A day in UTC: 1 is tomorrow. */
const day = (days: number) => inDays(days).slice(0, 10)

let recipient: string
let review: string
beforeEach(() => {
  recipient = `maria.${crypto.randomUUID()}@review-days.test`
})

/** A review of the writer, and its mail of two days ago. */
async function askForReview(answer_by: string | null) {
  review = crypto.randomUUID()
  const update = { id: review, title: 'Two boxes', content: 'Which one?', update_type: 'review', visibility: 'client' }
  const written = { ...update, project_id: testData.work.north.project, created_by: writer.id, answer_by }
  await arrange(service.from('project_updates').insert(written))
  await mail()
}

async function mail() {
  await arrange(writer.db.from('client_mails').insert({ update_id: review, recipient }))
  await sendDue()
  await mailedBefore(2)
}

/** Moves all mails of the review back, as if so many days had passed. */
const mailedBefore = (days: number) =>
  arrange(
    service
      .from('client_mails')
      .update({ created_at: inDays(-days), mailed_at: inDays(-days) })
      .eq('update_id', review),
  )
const wantedBy = (answer_by: string | null) =>
  arrange(service.from('project_updates').update({ answer_by }).eq('id', review))
const setStatus = (status: string) =>
  arrange(service.from('projects').update({ status }).eq('id', testData.work.north.project))
const answer = () =>
  arrange(service.from('update_answers').insert({ update_id: review, answer: 'approved', name: 'Maria' }))
const sendDue = () => call({ db: service }, 'send-due-mails', {})
const isDue = () => arrange(service.rpc('has_due_mails'))

async function subjects() {
  const mails = (await outbox()).filter((mail) => mail.includes(`To: ${recipient}`))
  return mails.map((mail) => /^Subject: (.*)\r$/m.exec(mail)?.[1]?.replace(/ by \w+ \d+(, \d+)?:/, ' by …:'))
}
const ASKED = 'Please review: Two boxes'
const BEFORE = 'Please answer by …: Two boxes'
const AFTER = 'Still waiting for your answer: Two boxes'

const bell = async () =>
  arrange(writer.db.from('notices').select('update_id, actor_id, read_at').eq('update_id', review))

describe('[client-updates.md#answer-by] reminders', () => {
  it('of a review wanted by tomorrow go once, whoever sends, and to nobody after the answer', async () => {
    await askForReview(day(1))
    expect(await isDue()).toBe(true)
    await Promise.all([sendDue(), sendDue(), sendDue()])
    await expect.poll(subjects).toEqual([ASKED, BEFORE])
    const [text = ''] = (await outbox()).filter((mail) => mail.includes(`To: ${recipient}`) && mail.includes('by'))
    expect(text).toMatch(/^Auto-Submitted: auto-generated\r$/m)
    await mailedBefore(2)
    await sendDue()
    expect(await subjects()).toHaveLength(2)
    await answer()
    await wantedBy(day(-1))
    await sendDue()
    expect(await subjects()).toHaveLength(2)
  })

  it('are two at most, also where the day is moved', async () => {
    await askForReview(day(2))
    await sendDue()
    await mailedBefore(2)
    await wantedBy(day(-1))
    await sendDue()
    await expect.poll(subjects).toEqual([ASKED, BEFORE, AFTER])
    await mailedBefore(2)
    await wantedBy(day(1))
    await sendDue()
    await wantedBy(day(-2))
    await sendDue()
    expect(await subjects()).toHaveLength(3)
  })

  it('keep a day apart from every other mail about the review', async () => {
    await askForReview(day(1))
    await mail()
    await mailedBefore(0.9)
    await sendDue()
    expect(await subjects()).toEqual([ASKED, ASKED])
    await mailedBefore(1.1)
    await sendDue()
    await expect.poll(subjects).toEqual([ASKED, ASKED, BEFORE])
    await wantedBy(day(-1))
    await sendDue()
    expect(await subjects()).toHaveLength(3)
  })

  it.each([
    ['a day that is further away', () => wantedBy(day(3))],
    ['no day', () => wantedBy(null)],
    ['a day that passed long ago', () => wantedBy(day(-8))],
    [
      'an update that was withdrawn',
      () => service.from('project_updates').update({ visibility: 'agency' }).eq('id', review),
    ],
    [
      'an update that asks for nothing any more',
      () => service.from('project_updates').update({ update_type: 'general', answer_by: null }).eq('id', review),
    ],
    ['an update that was deleted', () => writer.db.from('project_updates').delete().eq('id', review)],
    ['a project on hold', () => setStatus('on_hold')],
    ['a cancelled project', () => setStatus('cancelled')],
    ['a completed project', () => setStatus('completed')],
  ])('are not sent for %s', async (_what, change) => {
    await askForReview(day(1))
    await change()
    await sendDue()
    expect(await subjects()).toEqual([ASKED])
    await setStatus('in_progress')
  })

  it('are not sent for a review that nobody mailed', async () => {
    await askForReview(day(1))
    await arrange(service.from('client_mails').delete().eq('update_id', review))
    await sendDue()
    expect(await arrange(service.from('client_mails').select().eq('update_id', review))).toEqual([])
  })

  it('that could not be sent in time are not sent late, and not in the way of the next', async () => {
    await askForReview(day(-1))
    await arrange(service.from('client_mails').insert({ update_id: review, recipient, reminder: 'before' }))
    await sendDue()
    await expect.poll(subjects).toEqual([ASKED, AFTER])
  })

  it('are added by the server alone', async () => {
    await askForReview(null)
    const forged = await writer.db.from('client_mails').insert({ update_id: review, recipient, reminder: 'after' })
    expect(forged.error?.code).toBe('42501')
    expect((await writer.db.rpc('follow_up_reviews')).error?.code).toBe('42501')
  })

  it('do not count as one of the twenty mails', async () => {
    await askForReview(day(1))
    const more = { update_id: review, recipient, mailed_at: inDays(-2) }
    await arrange(service.from('client_mails').insert(Array(19).fill(more)))
    await sendDue()
    await expect.poll(subjects).toEqual([ASKED, BEFORE])
  })
})

describe('[notices.md#late] a review that was not answered by its day', () => {
  it('is told to its writer once, and no more once it is answered', async () => {
    await askForReview(day(0))
    await sendDue()
    expect(await bell()).toEqual([])
    await wantedBy(day(-1))
    await Promise.all([sendDue(), sendDue()])
    expect(await bell()).toEqual([{ update_id: review, actor_id: null, read_at: null }])
    await arrange(
      writer.db
        .from('notices')
        .update({ read_at: inDays(0) })
        .eq('update_id', review),
    )
    await sendDue()
    expect(await bell()).toHaveLength(1)
  })

  it('is told again when another day passes, and is forgotten by the answer', async () => {
    await askForReview(day(-2))
    await sendDue()
    await wantedBy(day(5))
    expect(await bell()).toEqual([])
    await wantedBy(day(-1))
    await sendDue()
    expect(await bell()).toHaveLength(1)
    await answer()
    expect(await bell()).toEqual([])
  })

  it('comes back with its day, and rings nobody twice', async () => {
    await askForReview(day(-1))
    await sendDue()
    await arrange(writer.db.from('project_updates').delete().eq('id', review))
    await arrange(writer.db.rpc('bring_back', { subjects: [review] }))
    const [back] = await arrange(writer.db.from('project_updates').select('answer_by').eq('id', review))
    expect(back).toEqual({ answer_by: day(-1) })
    await sendDue()
    expect(await bell()).toHaveLength(1)
    await expect.poll(subjects).toEqual([ASKED, AFTER])
  })
})

it('[client-updates.md#answer-by] only a review has a day', async () => {
  await askForReview(day(1))
  const { error } = await writer.db.from('project_updates').update({ update_type: 'general' }).eq('id', review)
  expect(error?.code).toBe('23514')
})
