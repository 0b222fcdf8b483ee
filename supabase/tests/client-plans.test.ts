import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { arrange, service } from './people.ts'
import { createTestData, removeTestData, type TestData } from './test-data.ts'

/** The plans of clients, and the updates that count as content updates of a month. */

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
  await arrange(service.from('clients').insert({ id: client, agency_id, name: 'Bakery', email: 'b@plans.test' }))
  const row = { id: project, agency_id, client_id: client, name: 'Website', project_type: 'web_development' }
  await arrange(service.from('projects').insert(row))
})
afterEach(() => arrange(service.from('clients').delete().eq('email', 'b@plans.test')))

/** Returns the date this many days from today in UTC. */
const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600_000).toISOString().slice(0, 10)
/** Returns the 15th of the month that is this many months ago. */
function midMonth(ago: number): string {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 15)).toISOString()
}

const choose = (plan: string | null, plan_since: string | null = null) =>
  arrange(ben.db.from('clients').update({ plan, plan_since }).eq('id', client))

async function report(row: object = {}): Promise<string> {
  const id = crypto.randomUUID()
  const update = { id, project_id: project, title: 'Menu', content: 'It is done.', counts_as_content_update: true }
  await arrange(service.from('project_updates').insert({ ...update, created_by: ben.id, ...row }))
  return id
}

type Month = { month: string; plans: string[]; counted: number }
const months = (): Promise<Month[]> => arrange(ben.db.rpc('plan_months', { client }))
const thisMonth = async () => (await months())[0]
const known = async () => {
  const [row] = await arrange(service.from('clients').select().eq('id', client))
  return row
}

describe('[clients.md#plan] the months of a client', () => {
  it('are twelve, the newest first, with what counted in each and nothing else', async () => {
    await choose('Growth AI')
    await report()
    await report({ counts_as_content_update: false })
    await report({ created_at: midMonth(11) })
    await report({ created_at: midMonth(12) })
    const found = await months()
    expect(found.map(({ month }) => month)).toEqual(
      Array.from({ length: 12 }, (_, ago) => `${midMonth(ago).slice(0, 8)}01`),
    )
    expect(found.map(({ counted }) => counted)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
  })

  it('begin at midnight UTC', async () => {
    const first = `${midMonth(0).slice(0, 8)}01`
    await report({ created_at: `${first}T00:00:00Z` })
    await report({ created_at: new Date(Date.parse(`${first}T00:00:00Z`) - 1).toISOString() })
    expect((await months()).map(({ counted }) => counted).slice(0, 2)).toEqual([1, 1])
  })

  it('have the plan from its first day on', async () => {
    await choose('Growth AI', midMonth(2).slice(0, 10))
    expect((await months()).map(({ plans }) => plans).slice(0, 4)).toEqual([
      ['Growth AI'],
      ['Growth AI'],
      ['Growth AI'],
      [],
    ])
  })

  it('are nothing to another agency and to people without one', async () => {
    for (const { db } of [testData.people.cleo, testData.people.uma, testData.people.dora]) {
      expect(await arrange(db.rpc('plan_months', { client }))).toEqual([])
    }
  })
})

describe('[clients.md#plan] a plan that is changed', () => {
  it.each([
    ['today', 0],
    ['without a new day', undefined],
  ])('%s leaves the earlier one in this month', async (_when, days) => {
    const since = midMonth(5).slice(0, 10)
    await choose('Growth AI', since)
    await choose('Starter AI', days === undefined ? since : inDays(days))
    expect(await thisMonth()).toMatchObject({ plans: expect.arrayContaining(['Starter AI', 'Growth AI']) })
  })

  it('from a day of an earlier month on is the only one in this month', async () => {
    await choose('Growth AI', midMonth(5).slice(0, 10))
    await choose('Elite AI', midMonth(1).slice(0, 10))
    expect((await months()).map(({ plans }) => plans).slice(0, 3)).toEqual([
      ['Elite AI'],
      ['Elite AI', 'Growth AI'],
      ['Growth AI'],
    ])
  })

  it('twice on the day of the first leaves both in this month', async () => {
    await choose('Growth AI', inDays(0))
    await choose('Starter AI', inDays(0))
    expect(await thisMonth()).toMatchObject({ plans: ['Starter AI', 'Growth AI'] })
  })

  it('back to what it was, with its day, was never changed', async () => {
    await choose('Growth AI', inDays(-3))
    await choose('Elite AI', inDays(0))
    await choose('Growth AI', inDays(-3))
    expect(await thisMonth()).toMatchObject({ plans: ['Growth AI'] })
  })

  it('to none within a day was never chosen', async () => {
    await choose('Growth AI', inDays(0))
    await choose(null)
    expect(await thisMonth()).toMatchObject({ plans: [] })
  })

  it('to none keeps what it was for this month, and no day', async () => {
    await choose('Growth AI', inDays(-1))
    const earlier = service.from('client_earlier_plans').update({ replaced_at: inDays(-2) })
    await arrange(earlier.eq('client_id', client))
    await choose(null, inDays(0))
    expect(await known()).toMatchObject({ plan: null, plan_since: null })
    expect(await thisMonth()).toMatchObject({ plans: ['Growth AI'] })
  })

  it('[audit.md#list] is in the audit trail, with what it was', async () => {
    await choose('Growth AI', '2026-03-04')
    const { data } = await testData.people.ana.db.rpc('audit_trail', {}).eq('subject_id', client)
    const said = { before: { plan: null, since: null }, after: { plan: 'Growth AI', since: '2026-03-04' } }
    expect(data).toMatchObject([{ kind: 'plan_changed', actor_id: ben.id, said }])
  })

  it('cannot be forged in its history, nor can the time of the latest content update', async () => {
    const row = { client_id: client, plan: 'Elite AI', until: inDays(0) }
    const history = await ben.db.from('client_earlier_plans').insert(row)
    const forged = ben.db.from('clients').update({ last_content_update_at: inDays(0) })
    const latest = await forged.eq('id', client)
    expect([history.error?.code, latest.error?.code]).toEqual(['42501', '42501'])
  })
})

describe('[clients.md#nothing-yet] when the client last had a content update', () => {
  const last = async () => Date.parse((await known()).last_content_update_at)

  it('follows what counts: added, chosen later, no longer chosen, deleted', async () => {
    const before = (await known()).updated_at
    const older = await report({ created_at: midMonth(1) })
    expect(await last()).toBe(Date.parse(midMonth(1)))
    const newer = await report({ created_at: midMonth(0), counts_as_content_update: false })
    await arrange(service.from('project_updates').update({ counts_as_content_update: true }).eq('id', newer))
    expect(await last()).toBe(Date.parse(midMonth(0)))
    await arrange(
      service
        .from('project_updates')
        .update({ created_at: midMonth(2) })
        .eq('id', newer),
    )
    expect(await last()).toBe(Date.parse(midMonth(1)))
    await arrange(
      service
        .from('project_updates')
        .update({ created_at: midMonth(0) })
        .eq('id', newer),
    )
    expect(await last()).toBe(Date.parse(midMonth(0)))
    await arrange(ben.db.from('project_updates').delete().eq('id', newer))
    expect(await last()).toBe(Date.parse(midMonth(1)))
    await arrange(service.from('project_updates').update({ counts_as_content_update: false }).eq('id', older))
    expect(await last()).toBeNaN()
    // A colleague's open form must not hear of it.
    expect((await known()).updated_at).toBe(before)
  })

  it('follows a project that is deleted, brought back, or moves to another client', async () => {
    await report({ created_at: midMonth(1) })
    await arrange(ben.db.from('projects').delete().eq('id', project))
    expect(await last()).toBeNaN()
    await arrange(ben.db.rpc('bring_back', { subjects: [project] }))
    expect(await last()).toBe(Date.parse(midMonth(1)))
    await arrange(service.from('projects').update({ client_id: testData.work.north.client }).eq('id', project))
    expect(await last()).toBeNaN()
    await arrange(service.from('projects').delete().eq('id', project))
  })
})

it('[recently-deleted.md#kept] brings a client back with its plan, its earlier plans and what counts', async () => {
  await choose('Growth AI', midMonth(5).slice(0, 10))
  await choose('Starter AI', inDays(0))
  await report()
  const before = { known: await known(), months: await months() }
  await arrange(ben.db.from('clients').delete().eq('id', client))
  await arrange(ben.db.rpc('bring_back', { subjects: [client] }))
  expect({ known: await known(), months: await months() }).toEqual(before)
})

it('[lists.md#undo] undoes an imported plan as if the client had never had it', async () => {
  await choose('Growth AI', midMonth(5).slice(0, 10))
  const { updated_at } = await known()
  const [id, agency] = [crypto.randomUUID(), testData.agencies.north]
  const given = [{ id: client, updated_at, plan: 'Elite AI', plan_since: inDays(0) }]
  await arrange(ben.db.rpc('import_rows', { import: id, place: 'clients', agency, given }))
  expect(await thisMonth()).toMatchObject({ plans: ['Elite AI', 'Growth AI'] })
  await arrange(ben.db.rpc('undo_import', { import: id }))
  expect(await thisMonth()).toMatchObject({ plans: ['Growth AI'] })
})

describe('[for-clients.md#plan] the page of a client', () => {
  async function plan() {
    const [{ token }] = await arrange(ben.db.rpc('make_client_link', { client, name: 'Phone' }))
    const token_hash = createHash('sha256').update(token).digest('hex')
    return (await arrange(service.rpc('open_client_page', { token_hash }))).plan
  }
  const show = (show_clients_their_plan: boolean) =>
    arrange(
      testData.people.ana.db.from('agencies').update({ show_clients_their_plan }).eq('id', testData.agencies.north),
    )
  afterEach(() => show(false))

  it('says nothing of the plan until an agency admin decides otherwise', async () => {
    await choose('Growth AI')
    await report()
    expect(await plan()).toBeNull()
    await show(true)
    expect(await plan()).toEqual({ plans: ['Growth AI'], counted: 1 })
  })

  it('says nothing of a plan that the client has not, or not yet', async () => {
    await show(true)
    expect(await plan()).toBeNull()
    await choose('Growth AI', inDays(40))
    expect(await plan()).toBeNull()
  })
})
