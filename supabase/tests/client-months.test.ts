import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { arrange, service } from './people.ts'
import { createTestData, removeTestData, type TestData } from './test-data.ts'

/** The months of clients: what their pages show, what people write, and what is mailed. */

let testData: TestData
let ben: TestData['people']['ben']
beforeAll(async () => {
  testData = await createTestData()
  ben = testData.people.ben
})
afterAll(() => removeTestData(testData))

let client: string
let project: string
beforeEach(async () => {
  client = crypto.randomUUID()
  project = crypto.randomUUID()
  const agency_id = testData.agencies.north
  await arrange(service.from('clients').insert({ id: client, agency_id, name: 'Bakery', email: 'b@months.test' }))
  const row = { id: project, agency_id, client_id: client, name: 'Website', project_type: 'web_development' }
  await arrange(service.from('projects').insert(row))
})
afterEach(() => arrange(service.from('clients').delete().eq('email', 'b@months.test')))

/** The first day of the month that is this many months ago. */
function monthAgo(ago: number): string {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1)).toISOString().slice(0, 10)
}
const thisMonth = monthAgo(0)
const lastMonth = monthAgo(1)
const middleOf = (month: string) => `${month.slice(0, 8)}15T12:00:00Z`

async function report(row: object = {}): Promise<string> {
  const id = crypto.randomUUID()
  const update = { id, project_id: project, title: 'Menu', content: 'It is done.', visibility: 'client' }
  await arrange(service.from('project_updates').insert({ ...update, created_at: middleOf(lastMonth), ...row }))
  return id
}

const write = (month: string, row: object, { db } = ben) =>
  db.from('client_months').insert({ client_id: client, month, ...row })
const shown = (month = lastMonth, { db } = ben) => arrange(db.rpc('client_month', { client, month }))
const titles = (items: { title: string }[]) => items.map(({ title }) => title)
const row = async (month = lastMonth) =>
  (await arrange(service.from('client_months').select().eq('client_id', client).eq('month', month)))[0]

describe('[for-clients.md#months] the page of a month', () => {
  it('has two visible updates, and no word of an internal one', async () => {
    await report({ title: 'New menu' })
    await report({ title: 'Photos', update_type: 'delivery' })
    await report({ title: 'Hidden thing', visibility: 'agency', is_milestone: true })
    const [link] = await arrange(ben.db.rpc('make_client_link', { client, name: 'Maria' }))
    const token_hash = createHash('sha256').update(link.token).digest('hex')
    const page = await arrange(service.rpc('open_client_month', { token_hash, month: lastMonth.slice(0, 7) }))
    expect(titles(page.content.delivered).sort()).toEqual(['New menu', 'Photos'])
    expect(JSON.stringify(page)).not.toContain('Hidden')
    expect(JSON.stringify(page)).not.toContain(project)

    for (const month of ['2026-13', '2999-01', '1999-12', '2026-1', '2026-01-01', '', "2026-01'", '２０２６-01']) {
      expect((await arrange(service.rpc('open_client_month', { token_hash, month }))).content).toBeNull()
    }
    await arrange(ben.db.from('client_links').update({ revoked_at: new Date().toISOString() }).eq('id', link.id))
    expect(await arrange(service.rpc('open_client_month', { token_hash, month: lastMonth.slice(0, 7) }))).toBeNull()
  })

  it('has what was made within it by UTC, milestones and answers apart, and what goes on', async () => {
    await report({ title: 'Live', is_milestone: true })
    await report({ title: 'Before', created_at: new Date(Date.parse(`${lastMonth}T00:00:00Z`) - 1).toISOString() })
    await report({ title: 'After', created_at: `${thisMonth}T00:00:00Z` })
    const review = await report({ title: 'Logo', update_type: 'review', created_at: `${lastMonth}T00:00:00Z` })
    await report({ title: 'Poster', update_type: 'review', answer_by: '2026-12-24', created_at: middleOf(monthAgo(3)) })
    const answer = { update_id: review, answer: 'approved', name: 'Maria', created_at: middleOf(lastMonth) }
    await arrange(service.from('update_answers').insert(answer))
    expect(await shown()).toMatchObject({
      delivered: [{ title: 'Logo', project: 'Website', type: 'review' }],
      milestones: [{ title: 'Live' }],
      answers: [{ title: 'Logo', answer: 'approved', name: 'Maria' }],
      reviews: [{ title: 'Poster', answer_by: '2026-12-24' }],
      projects: [{ name: 'Website', status: 'planning' }],
    })
    expect(await shown(monthAgo(3))).toMatchObject({ delivered: [{ title: 'Poster' }], reviews: [], projects: [] })
  })

  it('counts what is more than two sheets can hold', async () => {
    const many = Array.from({ length: 23 }, (_, index) => ({
      ...{ project_id: project, title: `Post ${index}`, content: 'It is done.', visibility: 'client' },
      created_at: middleOf(lastMonth),
    }))
    await arrange(service.from('project_updates').insert(many))
    const { delivered, more_delivered } = await shown()
    expect([delivered.length, more_delivered]).toEqual([20, 3])
  })

  it('has the plan where the agency shows it', async () => {
    await arrange(ben.db.from('clients').update({ plan: 'Growth AI', plan_since: '2020-01-01' }).eq('id', client))
    await report({ counts_as_content_update: true })
    expect((await shown()).plan).toBeNull()
    const shows = (show_clients_their_plan: boolean) =>
      arrange(service.from('agencies').update({ show_clients_their_plan }).eq('id', testData.agencies.north))
    await shows(true)
    expect((await shown()).plan).toEqual({ plans: ['Growth AI'], counted: 1 })
    await shows(false)
  })

  it('compares numbers with those of the same name in the month before', async () => {
    await arrange(write(monthAgo(2), { numbers: [{ name: 'calls from  google', value: 35.1 }] }))
    const numbers = [
      { name: 'Calls from Google', value: 42.3 },
      { name: 'New reviews', value: 3 },
    ]
    await arrange(write(lastMonth, { numbers }))
    expect((await shown()).numbers).toEqual([
      { name: 'Calls from Google', value: 42.3, change: 7.2 },
      { name: 'New reviews', value: 3, change: null },
    ])
    const typed = await arrange(
      ben.db.rpc('client_month', { client, month: lastMonth, numbers: [{ name: 'CALLS FROM GOOGLE', value: 5 }] }),
    )
    expect(typed.numbers).toEqual([{ name: 'CALLS FROM GOOGLE', value: 5, change: -30.1 }])
  })

  it.each([
    [[{ name: ' ', value: 1 }]],
    [[{ name: 'Calls', value: '1' }]],
    [[{ name: 'Calls', value: 1.234 }]],
    [[{ name: 'Calls', value: 1, note: 'x' }]],
    [['Calls', 'calls'].map((name) => ({ name, value: 1 }))],
    [Array.from({ length: 7 }, (_, index) => ({ name: `${index}`, value: 1 }))],
    [{ name: 'Calls', value: 1 }],
    [[1]],
  ])('refuses the numbers %j', async (numbers) => {
    expect((await write(lastMonth, { numbers })).error?.code).toBe('23514')
  })

  it('is nothing to another agency, to people without one, and before it begins', async () => {
    await report()
    for (const person of [testData.people.cleo, testData.people.uma, testData.people.dora]) {
      expect(await shown(lastMonth, person)).toBeNull()
    }
    expect(await shown(monthAgo(-1))).toBeNull()
    expect(await shown(`${lastMonth.slice(0, 8)}02`)).toBeNull()
  })
})

describe('[for-clients.md#months] a month that was mailed', () => {
  const mail = (month = lastMonth, { db } = ben) => db.rpc('mail_client_month', { client, month })

  it('stays as it was mailed, and says what people wrote since', async () => {
    await arrange(write(monthAgo(2), { numbers: [{ name: 'Calls', value: 35 }] }))
    await arrange(write(lastMonth, { words: 'A good month.', numbers: [{ name: 'Calls', value: 42 }] }))
    const menu = await report({ title: 'New menu' })
    await arrange(mail())
    await report({ title: 'Written later' })
    await arrange(service.from('project_updates').update({ title: 'Newer menu' }).eq('id', menu))
    const before = ben.db.from('client_months').update({ numbers: [] }).eq('client_id', client).eq('month', monthAgo(2))
    await arrange(before)
    expect(await shown()).toMatchObject({
      delivered: [{ title: 'New menu', edited_at: expect.any(String) }],
      numbers: [{ name: 'Calls', value: 42, change: 7 }],
      words: 'A good month.',
      edited: [],
    })
    const later = ben.db.from('client_months').update({ words: 'A very good month.' }).eq('month', lastMonth)
    await arrange(later.eq('client_id', client))
    expect(await shown()).toMatchObject({ words: 'A very good month.', edited: ['words'] })
    const [listed] = (await arrange(ben.db.rpc('months_of_client', { client }))).slice(1)
    expect(listed).toMatchObject({ month: lastMonth, happened: 2, is_edited: true, is_left_out: false })
  })

  it('loses what is hidden or deleted afterwards, and keeps what went with its project', async () => {
    const [hidden, deleted] = [await report({ title: 'Hidden' }), await report({ title: 'Deleted' })]
    await report({ title: 'Kept' })
    await arrange(mail())
    await arrange(service.from('project_updates').update({ visibility: 'agency' }).eq('id', hidden))
    await arrange(service.from('project_updates').delete().eq('id', deleted))
    expect(titles((await shown()).delivered)).toEqual(['Kept'])
    await arrange(service.from('projects').delete().eq('id', project))
    expect(titles((await shown()).delivered)).toContain('Kept')
  })

  it('is mailed by who may change the client, to its address, and not twice within a minute', async () => {
    expect((await mail(lastMonth, testData.people.cleo)).error?.code).toBe('PT404')
    expect((await mail(lastMonth, testData.people.ivy)).error?.code).toBe('PT404')
    expect((await mail(monthAgo(-1))).error?.code).toBe('23514')
    await arrange(mail())
    expect((await mail()).error?.code).toBe('PT409')
    const stored = await row()
    expect(stored).toMatchObject({ recipient: 'b@months.test', requested_by: ben.id, mailed_at: null })
    const waiting = await arrange(service.rpc('months_to_mail'))
    expect(waiting.map(({ id }: { id: string }) => id)).toContain(stored?.id)
    const audit = await arrange(testData.people.ana.db.rpc('audit_trail', {}))
    expect(audit).toContainEqual(
      expect.objectContaining({ kind: 'month_mailed', actor_id: ben.id, subject_id: client }),
    )
  })
})

describe('[client-page.md#months] by itself on the 3rd', () => {
  const third = `${thisMonth.slice(0, 8)}03`
  const byItself = (today = third) => arrange(service.rpc('request_due_months', { today }))
  const change = (row: object) => arrange(ben.db.from('clients').update(row).eq('id', client))
  const turnOn = (months_from = lastMonth) => change({ months_from })

  it('is off at first, and mails a month once, by several servers too', async () => {
    await report()
    await byItself()
    expect(await row()).toBeUndefined()
    await turnOn()
    await byItself(`${thisMonth.slice(0, 8)}02`)
    expect(await row()).toBeUndefined()
    await Promise.all([byItself(), byItself(), byItself()])
    const first = await row()
    expect(first).toMatchObject({ recipient: 'b@months.test', requested_by: null })
    await byItself()
    expect((await row())?.requested_at).toBe(first?.requested_at)
  })

  it.each([
    ['nothing happened', async () => {}],
    ['only internal updates were written', () => report({ visibility: 'agency' })],
    ['it begins with a later month', () => report().then(() => turnOn(thisMonth))],
    ['the client is paused', () => report().then(() => change({ prospect_status: 'paused' }))],
    ['somebody left it out', () => report().then(() => arrange(write(lastMonth, { is_left_out: true })))],
  ])('mails nothing where %s', async (_why, arrangeIt: () => Promise<unknown>) => {
    await turnOn()
    await arrangeIt()
    await byItself()
    expect((await row())?.requested_at ?? null).toBeNull()
  })

  it('[dashboard.md#months-to-send] is on the dashboard of the agency until it is mailed or left out', async () => {
    const listed = async ({ db } = ben) =>
      (await arrange(db.rpc('months_to_send'))).filter(({ client_id }: { client_id: string }) => client_id === client)
    await report({ visibility: 'agency' })
    expect(await listed()).toEqual([])
    await report()
    expect(await listed()).toEqual([{ client_id: client, name: 'Bakery', month: lastMonth }])
    expect(await listed(testData.people.cleo)).toEqual([])
    await arrange(write(lastMonth, { is_left_out: true }))
    expect(await listed()).toEqual([])
  })
})
