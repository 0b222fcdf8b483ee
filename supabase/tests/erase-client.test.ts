import { unpackTar } from 'modern-tar'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hashOf } from '../functions/_shared/hash.ts'
import { filesIn, newWork, remove, rowsOf, settle, type Work } from './deleted-client-scene.ts'
import { call } from './functions-client.ts'
import { arrange, type Person, service } from './people.ts'
import { createTestData, removeTestData, type TestData } from './test-data.ts'
import { BUCKET, table } from './update-files.ts'

let testData: TestData
let ana: Person
let ben: Person
beforeAll(async () => {
  testData = await createTestData()
  ;({ ana, ben } = testData.people)
})
afterAll(() => removeTestData(testData))

let work: Work
let client: string
let tom: string
beforeEach(async () => {
  work = await newWork(ben)
  client = `${work.client}`
  const [person] = await arrange(service.from('client_people').select('id').eq('client_id', client))
  tom = `${person?.id}`
})

const eraseAs = (who: Pick<Person, 'db'>, body: Record<string, unknown>) => call(who, 'erase-client', body)
const noClient = { status: 404, message: 'There is no such client.' }
const noPerson = { status: 404, message: 'There is no such person.' }

const isEmpty = async () =>
  Object.values(await rowsOf(client)).every((rows) => Array.isArray(rows) && rows.length === 0)

/** The newest line of the audit trail about a subject, as a super admin reads it. */
async function told(kind: string, subject: string) {
  const lines = await arrange(testData.people.sol.db.rpc('audit_trail', { kinds: [kind] }))
  const { actor_name, actor_kind, said } = lines.find((line: { subject_id: string }) => line.subject_id === subject)
  return { actor_name, actor_kind, said }
}

async function exportAs(who: Person, body: Record<string, unknown>) {
  const { data } = await call(who, 'export-client', body)
  const entries = await unpackTar(data.stream().pipeThrough(new DecompressionStream('gzip')))
  return new Map(entries.map(({ header, data }) => [header.name, new TextDecoder().decode(data)]))
}

const jsonIn = (files: Map<string, string>, name: string) => JSON.parse(files.get(`json/${name}.json`) ?? 'null')

describe('[clients.md#export-everything] an export of', () => {
  it('a client holds its rows and files, as the command’s does, and is recorded', async () => {
    const files = await exportAs(ana, { client })
    expect(files.get(`files/${work.path}`)).toBe(table)
    const rows = await rowsOf(client)
    for (const [name, count] of Object.entries(rows).map(([name, rows]) => [name, Object(rows).length] as const))
      expect(jsonIn(files, name), name).toHaveLength(count)
    expect(files.get('csv/clients.csv')).toContain('corner@shop.test')
    expect(await told('exported', client)).toMatchObject({ actor_kind: 'person', said: { name: 'Corner Shop' } })
  })

  it('one of its people holds what is theirs alone', async () => {
    const [link] = await arrange(ben.db.rpc('make_client_link', { client, name: 'Tom', days: 30, person: tom }))
    await arrange(service.rpc('open_client_page', { token_hash: await hashOf(link.token) }))
    await arrange(service.from('update_answers').update({ link_id: link.id }).eq('update_id', work.update))
    const files = await exportAs(ana, { person: tom })
    expect(jsonIn(files, 'client_people')).toMatchObject([{ name: 'Tom Baker' }])
    expect(jsonIn(files, 'client_links')).toMatchObject([{ id: link.id }])
    expect(jsonIn(files, 'client_link_openings')).toHaveLength(1)
    expect(jsonIn(files, 'update_answers')).toMatchObject([{ update_id: work.update }])
    expect(jsonIn(files, 'client_requests')).toEqual([])
    expect([...files.keys()].filter((name) => name.startsWith('files/'))).toEqual([])
    expect(await told('exported', tom)).toMatchObject({ actor_kind: 'person', said: { name: 'Tom Baker' } })
  })
})

describe('[clients.md#erase-for-good] a client', () => {
  it('is gone with its rows, files and links, as a line and a receipt say, and cannot be restored', async () => {
    const token_hash = await hashOf(`${work.token}`)
    expect(await arrange(service.rpc('open_client_page', { token_hash }))).not.toBeNull()
    expect(await eraseAs(ana, { client })).toEqual({ data: { success: true } })
    expect(await isEmpty()).toBe(true)
    expect([await filesIn(BUCKET, work.update), await filesIn(BUCKET, work.request)]).toEqual([[], []])
    expect(await arrange(service.from('recently_deleted').select().eq('client_id', client))).toEqual([])
    expect(await arrange(service.rpc('open_client_page', { token_hash }))).toBeNull()
    const [profile] = await arrange(ana.db.from('user_profiles').select('display_name').eq('id', ana.id))
    expect(await told('erased', client)).toEqual({
      actor_kind: 'person',
      actor_name: profile?.display_name,
      said: null,
    })
    const receipts = await arrange(service.rpc('erasure_receipts'))
    const hash = await hashOf(client)
    expect(receipts.find(({ subject }: { subject: string }) => subject === hash)).toMatchObject({
      kind: 'client',
      rows: { 'public.clients': 1, 'public.client_requests': 1 },
      files: Array(2).fill(await hashOf(table)),
    })
  })

  it('is erased with what was deleted of it before, files too', async () => {
    await remove(ben, 'project_updates', work.update)
    await settle()
    expect(await filesIn('recently-deleted', work.update)).toHaveLength(1)
    expect(await eraseAs(ana, { client })).toEqual({ data: { success: true } })
    await settle()
    expect(await filesIn('recently-deleted', work.update)).toEqual([])
    expect(await arrange(service.from('recently_deleted').select().eq('client_id', client))).toEqual([])
  })

  it('is erased with a deleted enquiry of it from another address', async () => {
    await arrange(service.from('clients').update({ email: 'new@shop.test' }).eq('id', client))
    await remove(ana, 'contact_submissions', work.enquiry)
    expect(await eraseAs(ana, { client })).toEqual({ data: { success: true } })
    expect(await arrange(service.from('recently_deleted').select().eq('subject_id', work.enquiry))).toEqual([])
    expect(await arrange(service.from('contact_submissions').select().eq('id', work.enquiry))).toEqual([])
  })

  it('is erased once where two do it at once', async () => {
    const answers = await Promise.all([eraseAs(ana, { client }), eraseAs(testData.people.abe, { client })])
    expect(answers).toContainEqual({ data: { success: true } })
    for (const answer of answers) expect([{ data: { success: true } }, noClient]).toContainEqual(answer)
    expect(await isEmpty()).toBe(true)
    expect(await eraseAs(ana, { client })).toEqual(noClient)
  })

  it('takes along what was merged with it, while the merged one itself is not there any more', async () => {
    const kept = await newWork(ben)
    await arrange(ben.db.rpc('merge_clients', { kept: kept.client, merged: client, taken: [] }))
    expect(await eraseAs(ana, { client })).toEqual(noClient)
    expect(await eraseAs(ana, { client: kept.client })).toEqual({ data: { success: true } })
    expect(await isEmpty()).toBe(true)
    expect(await arrange(service.from('recently_deleted').select().eq('subject_id', client))).toEqual([])
    expect(await filesIn(BUCKET, work.update)).toEqual([])
  })

  it('takes along what was merged with it, and with that in turn, after it moved to another agency', async () => {
    const { sol } = testData.people
    const [between, kept] = [await newWork(ben), await newWork(ben)]
    await arrange(ben.db.rpc('merge_clients', { kept: between.client, merged: client }))
    await arrange(ben.db.rpc('merge_clients', { kept: kept.client, merged: between.client }))
    await arrange(sol.db.from('clients').update({ agency_id: testData.agencies.south }).eq('id', kept.client))
    expect(await eraseAs(sol, { client: kept.client })).toEqual({ data: { success: true } })
    expect(await isEmpty()).toBe(true)
    const merged = [client, between.client]
    expect(await arrange(service.from('recently_deleted').select().in('subject_id', merged))).toEqual([])
  })
})

describe('[clients.md#erase-for-good] one of its people', () => {
  it('is gone with their links, and what they answered stays without their name', async () => {
    const [link] = await arrange(ben.db.rpc('make_client_link', { client, name: 'Tom', days: 30, person: tom }))
    await arrange(
      service
        .from('update_answers')
        .update({ link_id: link.id, name: 'T.', person: 'Tom Baker' })
        .eq('update_id', work.update),
    )
    await arrange(service.from('client_requests').update({ link_id: null, name: 'tom baker' }).eq('id', work.request))
    expect(await eraseAs(ana, { person: tom })).toEqual({ data: { success: true } })
    const left = await rowsOf(client)
    expect(JSON.stringify(left)).not.toMatch(/tom( baker|@shop)|"T\."/i)
    expect(left).toMatchObject({
      clients: [{ name: 'Corner Shop', people_text: null }],
      client_people: [],
      client_links: [{ name: 'By e-mail' }],
      update_answers: [{ name: 'somebody who was erased', person: null }],
      client_requests: [{ name: 'somebody who was erased' }],
      contact_submissions: [{ name: 'Grace' }],
    })
    expect(await told('erased', tom)).toMatchObject({ actor_kind: 'person', said: null })
    const deletions = await arrange(ana.db.rpc('audit_trail', { kinds: ['person_deleted'] }))
    expect(deletions.filter(({ subject_id }: { subject_id: string }) => subject_id === client)).toEqual([])
    expect(await eraseAs(ana, { person: tom })).toEqual(noPerson)
  })

  it('takes their address off enquiries, unless it is somebody else’s too', async () => {
    const ask = async (email: string) => {
      const [{ id }] = await arrange(
        service
          .from('contact_submissions')
          .insert({
            name: 'T',
            business_name: 'Shop',
            email,
            phone: '5',
            service: 'website',
            notified_at: '2020-01-01',
          })
          .select(),
      )
      return id
    }
    const emails = [`${tom}@shop.test`, `shared.${tom}@shop.test`]
    const [own, shared] = [await ask(`${emails[0]}`), await ask(`${emails[1]}`)]
    const others = [
      { client_id: client, name: 'Una', email: emails[1] },
      { client_id: client, name: 'Vic', email: emails[1] },
    ]
    const [una] = await arrange(service.from('client_people').insert(others).select())
    await arrange(service.from('client_people').update({ email: emails[0] }).eq('id', tom))
    for (const person of [tom, una.id]) expect(await eraseAs(ana, { person })).toEqual({ data: { success: true } })
    const left = await arrange(service.from('contact_submissions').select('id').in('id', [own, shared]))
    expect(left).toEqual([{ id: shared }])
  })
})

describe('[clients.md#erase-for-good] nobody but admins', () => {
  it('exports or erases: to others the client does not exist', async () => {
    const { people, work: theirs } = testData
    const nobody = crypto.randomUUID()
    for (const name of ['erase-client', 'export-client']) {
      for (const who of ['ben', 'cleo', 'uma', 'nia', 'ivy', 'dora'] as const) {
        expect(await call(people[who], name, { client }), `${who}, ${name}`).toEqual(noClient)
        expect(await call(people[who], name, { person: tom }), `${who}, ${name}`).toEqual(noPerson)
      }
      for (const who of ['tova', 'otis', 'visitor', 'planner'] as const)
        expect(await call(people[who], name, { client }), `${who}, ${name}`).toMatchObject({ status: 401 })
      for (const body of [
        { client: nobody },
        { client: theirs.south.client },
        { client: 'x' },
        { client: [client] },
        {},
      ])
        expect(await call(ana, name, body)).toEqual(noClient)
    }
    expect(await isEmpty()).toBe(false)
  })

  it('exports or erases, except super admins of any agency', async () => {
    const [{ id }] = await arrange(
      service
        .from('clients')
        .insert({ agency_id: testData.agencies.spare, name: 'Far', email: 'far@shop.test' })
        .select(),
    )
    expect(await eraseAs(ana, { client: id })).toEqual(noClient)
    expect(await eraseAs(testData.people.sol, { client: id })).toEqual({ data: { success: true } })
  })
})
