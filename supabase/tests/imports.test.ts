import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { markedClients } from './marked-clients.ts'
import { arrange, type Person } from './people.ts'
import { createTestData, removeTestData, type TestData } from './test-data.ts'

/** Imports of clients and projects from a file, as the browser sends them: docs/specification/lists.md#import. */

let testData: TestData
let ben: Person
let north: string
beforeAll(async () => {
  testData = await createTestData()
  ben = testData.people.ben
  north = testData.agencies.north
})
afterAll(() => removeTestData(testData))

const { domain: DOMAIN, client, clients } = markedClients()
const send = ({ db }: Person, given: object[], { id = crypto.randomUUID(), place = 'clients', agency = north } = {}) =>
  db.rpc('import_rows', { import: id, place, agency, given })
const undo = ({ db }: Person, id: string) => db.rpc('undo_import', { import: id })
const match = ({ db }: Person, given: object[]) => arrange(db.rpc('match_clients', { agency: north, given }))

async function imported(...given: object[]): Promise<string> {
  const id = crypto.randomUUID()
  expect((await send(ben, given, { id })).error).toBeNull()
  return id
}

describe('[lists.md#all-or-nothing] an import', () => {
  it('adds what is new and changes what is there, and leaves what the file says nothing of', async () => {
    await imported(client('Anna', { phone: '1', company_name: 'A' }))
    const [{ found: seen }] = await match(ben, [{ email: `ANNA@${DOMAIN}` }])
    const id = crypto.randomUUID()
    const { data } = await send(ben, [{ id: seen.id, updated_at: seen.updated_at, phone: '2' }, client('Bert')], { id })
    expect(data).toEqual([{ added: 1, updated: 1 }])
    expect(await clients()).toMatchObject([{ name: 'Anna', phone: '2', company_name: 'A' }, { name: 'Bert' }])
    const told = await arrange(testData.people.ana.db.from('imports').select().eq('id', id))
    expect(told).toMatchObject([{ agency_id: north, kind: 'clients', imported_by: ben.id, undone_at: null }])
  })

  it.each([
    ['an address', { email: 'nobody' }],
    ['an industry', { industry: 'Alchemy' }],
    ['a status', { prospect_status: 'asleep' }],
    ['a web address', { website_url: 'javascript:alert(1)' }],
    ['a name', { name: ' ' }],
  ])('of which one row is wrong about %s writes nothing', async (_what, wrong) => {
    const { error } = await send(ben, [client('Anna'), { ...client('Bert'), ...wrong }])
    expect(error).toMatchObject({ code: '23514' })
    expect(await clients()).toEqual([])
  })

  it('is made once, however often it is sent, and says what came of it', async () => {
    const id = crypto.randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => send(ben, [client('Anna')], { id })))
    expect(answers.map(({ data }) => data)).toMatchObject(Array(3).fill([{ added: 1, updated: 0 }]))
    expect(await clients()).toHaveLength(1)
    expect((await send(ben, [], { id })).data).toEqual([{ added: 1, updated: 0 }])
    expect((await send(ben, [])).data).toEqual([])
  })

  it('finds what somebody else imported at the same moment', async () => {
    const { ana } = testData.people
    const answers = await Promise.all([send(ben, [client('Anna')]), send(ana, [client('Anna')])])
    expect(answers.map(({ error }) => error?.code).sort()).toEqual(['PT409', undefined].sort())
    expect(await clients()).toHaveLength(1)
  })

  it('adds a namesake with another address, and says that there is one', async () => {
    await imported(client('Anna'))
    const namesake = client('Anna', { email: `other@${DOMAIN}` })
    expect(await match(ben, [namesake])).toMatchObject([{ recognised_by: 'name', found: { name: 'Anna' } }])
    expect((await send(ben, [namesake])).data).toEqual([{ added: 1, updated: 0 }])
    expect(await clients()).toHaveLength(2)
  })

  it('changes nothing that somebody else has changed since it was looked at', async () => {
    await imported(client('Anna'))
    const [{ found: seen }] = await match(ben, [client('Anna')])
    await arrange(ben.db.from('clients').update({ phone: '1' }).eq('id', seen.id))
    const { error } = await send(ben, [{ id: seen.id, updated_at: seen.updated_at, phone: '2' }, client('Bert')])
    expect(error).toMatchObject({
      code: 'PT409',
      message: 'Somebody has changed some of these meanwhile. Please look at the preview again.',
    })
    expect(await clients()).toMatchObject([{ name: 'Anna', phone: '1' }])
  })

  it('is for whoever may write there, and touches nothing of another agency', async () => {
    const { cleo, ivy, uma, sol } = testData.people
    for (const stranger of [cleo, uma]) {
      expect((await send(stranger, [client('Anna')])).error).toMatchObject({ code: '42501' })
    }
    expect((await send(ivy, [client('Anna')], { agency: testData.agencies.closed })).error).toMatchObject({
      code: '42501',
    })
    await imported(client('Anna'))
    const [{ found: seen }] = await match(ben, [client('Anna')])
    const theirs = await send(cleo, [{ ...seen, phone: '9' }], { agency: testData.agencies.south })
    expect(theirs.error).toMatchObject({ code: 'PT409' })
    expect(await arrange(cleo.db.rpc('match_clients', { agency: north, given: [client('Anna')] }))).toEqual([])
    expect((await send(sol, [client('Bert')])).error).toBeNull()
    expect(await clients()).toMatchObject([
      { name: 'Anna', phone: null },
      { name: 'Bert', agency_id: north },
    ])
  })

  it.each([
    'agencies',
    'clients($1, $2)) from set_config($$request.jwt.claims$$, $${}$$, true); select exists (select from public.match_clients',
  ])('is of clients or of projects, and never of %j', async (place) => {
    expect((await send(ben, [client('Anna')], { place })).error).toMatchObject({ code: '22023' })
  })

  it('has at most 5,000 rows', async () => {
    const many = Array.from({ length: 5001 }, (_, number) => client(`C${number}`))
    expect((await send(ben, many)).error).toMatchObject({ message: 'At most 5,000 rows are imported at once.' })
  })
})

describe('[lists.md#duplicates] a client', () => {
  it('is known by its id, its address in any case, or its name and company', async () => {
    await imported(client('Anna', { company_name: 'Shop' }), client('Bert'))
    const [anna] = await clients()
    const given = [
      { id: anna.id, name: 'Renamed', email: 'another@x.test' },
      { name: 'Somebody', email: `Anna@${DOMAIN.toUpperCase()}` },
      { name: 'ANNA', company_name: 'shop', email: 'another@x.test' },
      { name: 'Anna', company_name: null, email: 'another@x.test' },
      { name: 'Bert', company_name: '', email: 'another@x.test' },
    ]
    const found: { place: number; recognised_by: string; found: { name: string } }[] = await match(ben, given)
    expect(found.map(({ place, recognised_by, found: { name } }) => [place, recognised_by, name])).toEqual([
      [1, 'id', 'Anna'],
      [2, 'email', 'Anna'],
      [3, 'name', 'Anna'],
      [5, 'name', 'Bert'],
    ])
  })
})

describe('[lists.md#import] projects', () => {
  const matched = (given: object[]) => arrange(ben.db.rpc('match_projects', { agency: north, given }))

  it('find their client by its address, name or company, and are known by client and name', async () => {
    await imported(client('Anna', { company_name: 'Shop' }), client('Twin'), client('Other', { name: 'Twin' }))
    const [{ client_id }] = await matched([{ client: 'SHOP', name: 'Website' }])
    const website = { client_id, name: 'Website', project_type: 'maintenance', status: 'planning', priority: 'low' }
    const id = crypto.randomUUID()
    const { data } = await send(ben, [{ ...website, budget: 12.5 }], { id, place: 'projects' })
    expect(data).toEqual([{ added: 1, updated: 0 }])
    expect(
      await matched([
        { client: `anna@${DOMAIN}`, name: 'website' },
        { client: 'Anna', name: 'Shop window' },
        { client: 'twin', name: 'Website' },
        { client: 'Nobody', name: 'Website' },
      ]),
    ).toMatchObject([
      { place: 1, clients_named: 1, client_id, found: { name: 'Website', budget: 12.5, created_by: ben.id } },
      { place: 2, clients_named: 1, client_id, found: null },
      { place: 3, clients_named: 2, found: null },
      { place: 4, clients_named: 0, client_id: null, found: null },
    ])
    expect((await undo(ben, id)).data).toEqual([{ undone: 1, remaining: 0 }])
    expect(await matched([{ client: 'Anna', name: 'Website' }])).toMatchObject([{ found: null }])
  })

  it('are of a client of the agency', async () => {
    const theirs = { client_id: testData.work.south.client, name: 'Website', project_type: 'maintenance' }
    const { error } = await send(ben, [{ ...theirs, status: 'planning', priority: 'low' }], { place: 'projects' })
    expect(error?.code).toMatch(/^(42501|23503)$/)
  })
})

describe('[lists.md#undo] undoing an import', () => {
  it('deletes what it added, to be brought back, and sets back what it changed', async () => {
    await imported(client('Anna', { phone: '1' }))
    const [{ found: seen }] = await match(ben, [client('Anna')])
    const id = await imported({ id: seen.id, updated_at: seen.updated_at, phone: '2' }, client('Bert'))
    const [, bert] = await clients()
    expect((await undo(ben, id)).data).toEqual([{ undone: 2, remaining: 0 }])
    expect(await clients()).toMatchObject([{ name: 'Anna', phone: '1' }])
    expect((await undo(ben, id)).error).toMatchObject({ code: 'PT404' })
    expect((await ben.db.rpc('bring_back', { subjects: [bert.id] })).error).toBeNull()
    expect(await clients()).toMatchObject([{ name: 'Anna' }, { name: 'Bert' }])
  })

  it('leaves what somebody has worked on since, and says how much', async () => {
    await imported(client('Anna', { phone: '1' }))
    const [{ found: seen }] = await match(ben, [client('Anna')])
    const id = await imported(
      { id: seen.id, updated_at: seen.updated_at, phone: '2' },
      ...['Bert', 'Carl', 'Dora', 'Emil'].map((name) => client(name)),
    )
    const [anna, bert, carl, dora] = await clients()
    await arrange(ben.db.from('clients').update({ industry: 'Retail' }).in('id', [anna.id, bert.id]))
    await arrange(ben.db.from('client_notes').insert({ client_id: carl.id, note_text: 'Called.' }))
    const project = { client_id: dora.id, name: 'Website', project_type: 'maintenance' }
    const { data } = await ben.db.from('projects').insert(project).select('id').single()
    expect((await undo(ben, id)).data).toEqual([{ undone: 1, remaining: 4 }])
    expect(await clients()).toMatchObject([{ phone: '2' }, { name: 'Bert' }, { name: 'Carl' }, { name: 'Dora' }])
    await arrange(ben.db.from('projects').delete().eq('id', data?.id))
    expect((await undo(ben, id)).data).toEqual([{ undone: 1, remaining: 3 }])
  })

  it('takes 100 at a time', async () => {
    const id = await imported(...Array.from({ length: 101 }, (_, number) => client(`C${number}`)))
    expect((await undo(ben, id)).data).toEqual([{ undone: 100, remaining: 1 }])
    expect((await undo(ben, id)).data).toEqual([{ undone: 1, remaining: 0 }])
    expect((await undo(ben, id)).error).toMatchObject({ code: 'PT404' })
  })

  it('is for whoever may write there', async () => {
    const id = await imported(client('Anna'))
    const { cleo, uma, ana } = testData.people
    for (const stranger of [cleo, uma]) expect((await undo(stranger, id)).error).toMatchObject({ code: 'PT404' })
    expect((await undo(ana, id)).data).toEqual([{ undone: 1, remaining: 0 }])
  })
})
