import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { engine } from './engine.ts'
import { arrange, newPerson, type Person, removePeople, service } from './people.ts'
import { createTestData, removeTestData, type TestData } from './test-data.ts'

let testData: TestData
const keys: string[] = []
beforeAll(async () => {
  testData = await createTestData()
})
afterAll(async () => {
  await arrange(service.from('program_keys').delete().in('id', keys))
  await removeTestData(testData)
})

type Scope = 'read' | 'write'

async function newKey(scope: Scope, { agency = testData.agencies.north, by = testData.people.ana } = {}) {
  const [made] = await arrange(by.db.rpc('make_program_key', { agency, name: ' Zapier ', scope }))
  const { id, secret } = z.object({ id: z.string(), secret: z.string() }).parse(made)
  keys.push(id)
  return { id, secret }
}

const address = `${engine.url}/functions/v1/for-programs`
const text = z.string()

async function ask(secret: string, path: string, { method = 'GET', body }: { method?: string; body?: object } = {}) {
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
  const sent = body && { body: JSON.stringify(body) }
  const response = await fetch(`${address}/${path}`, { method, headers, ...sent })
  const answer = z.record(z.string(), z.unknown()).parse(await response.json())
  return { status: response.status, answer, retryAfter: response.headers.get('retry-after') }
}

const add = (secret: string, list: string, body: object) => ask(secret, list, { method: 'POST', body })
const change = (secret: string, path: string, body: object) => ask(secret, path, { method: 'PATCH', body })
const rowsOf = ({ answer }: Awaited<ReturnType<typeof ask>>) =>
  z.object({ rows: z.array(z.record(z.string(), z.unknown())) }).parse(answer).rows

const lists = ['enquiries', 'clients', 'projects', 'steps', 'updates', 'notes']

it('[program-keys.md#reading] reads six lists of its agency, page by page, and since a time', async () => {
  const { secret } = await newKey('read')
  const { north, south } = testData.work
  for (const list of lists) expect((await ask(secret, list)).status, list).toBe(200)
  expect((await ask(secret, `clients/${north.client}`)).answer).toMatchObject({ id: north.client, name: 'Isolation' })
  expect(await ask(secret, `clients/${south.client}`)).toMatchObject({ status: 404 })
  expect(rowsOf(await ask(secret, `updates?project_id=${north.project}`))).toMatchObject([{ id: north.update }])

  const all = rowsOf(await ask(secret, 'clients?limit=500')).map(({ id }) => id)
  expect(all).toContain(north.client)
  const paged: unknown[] = []
  for (let next: unknown = ''; next !== null; ) {
    const page = await ask(secret, `clients?limit=2${next === '' ? '' : `&after=${next}`}`)
    paged.push(...rowsOf(page).map(({ id }) => id))
    next = page.answer.next
  }
  expect(paged).toEqual(all)

  const before = new Date().toISOString()
  await arrange(service.from('clients').update({ phone: '1' }).eq('id', north.client))
  const changed = await ask(secret, `clients?since=${before}`)
  expect(rowsOf(changed)).toMatchObject([{ id: north.client, phone: '1' }])
})

it('[program-keys.md#reading] finds a client by an email address in capitals', async () => {
  const { secret } = await newKey('read')
  const found = await ask(secret, `clients?email=Client@Isolation.TEST`)
  expect(rowsOf(found).map(({ id }) => id)).toContain(testData.work.north.client)
})

it.each([
  ['a field that is not shown', 'clients?agency_id=x', 400, '"agency_id" is none of the fields for clients'],
  ['a limit that is none', 'clients?limit=0', 400, 'from 1 to 500'],
  ['a time that is none', 'clients?since=soon', 400, 'soon'],
  ['an id that is none', 'clients/soon', 400, 'soon'],
  ['another table', 'password_vault', 404, 'There is no such list'],
  ['no list', '', 404, 'There is no such list'],
])('[program-keys.md#reading] says what is wrong with %s', async (_what, path, status, words) => {
  const { secret } = await newKey('read')
  expect(await ask(secret, path)).toMatchObject({ status, answer: { error: expect.stringContaining(words) } })
})

it('[program-keys.md#writing] adds rows without an author, and changes a state, by the name of the key', async () => {
  const { id, secret } = await newKey('write')
  const { project } = testData.work.north
  const email = `${crypto.randomUUID()}@isolation.test`
  const added = await add(secret, 'clients', { name: 'Corner Shop', email, next_contact_on: '2030-01-01' })
  expect(added).toMatchObject({ status: 201, answer: { name: 'Corner Shop', prospect_status: 'prospect' } })
  const client = text.parse(added.answer.id)
  const note = await add(secret, 'notes', { client_id: client, note_text: 'Asked by Zapier.' })
  expect(note.status).toBe(201)
  const update = await add(secret, 'updates', { project_id: project, title: 'Backup', content: 'It went well.' })
  expect(update).toMatchObject({ status: 201, answer: { visibility: 'agency' } })
  const step = await add(secret, 'steps', { project_id: project, title: 'Call the printer', due_on: '2030-01-01' })
  const ticked = await change(secret, `steps/${step.answer.id}`, { is_done: true })
  expect(ticked).toMatchObject({ status: 200, answer: { is_done: true, done_at: expect.any(String) } })
  expect(await change(secret, `projects/${project}`, { status: 'review' })).toMatchObject({ status: 200 })
  const asked = { name: 'Grace', phone: '555 0100', message: 'A website' }
  const enquiry = await add(secret, 'enquiries', asked)
  expect(enquiry).toMatchObject({ status: 201, answer: { came_by: 'program', state: 'new', service: 'other' } })
  expect(await add(secret, 'enquiries', asked)).toMatchObject({ status: 200, answer: { repeated: true } })
  expect(await change(secret, `enquiries/${enquiry.answer.id}`, { state: 'answered' })).toMatchObject({ status: 200 })

  const [stored] = await arrange(service.from('client_notes').select('staff_id, by_program').eq('id', note.answer.id))
  expect(stored).toEqual({ staff_id: null, by_program: 'Zapier' })
  const lines = await arrange(testData.people.ana.db.rpc('audit_trail', { search: 'key zapier', row_count: 8 }))
  const told = lines.map((line: { kind: string; actor_name: string; actor_kind: string; said: object }) => [
    line.kind,
    line.actor_kind === 'program' ? line.actor_name : line.actor_kind,
    Object(line.said).title,
  ])
  expect(told).toEqual([
    ['program_changed', 'Key Zapier', 'enquiry'],
    ['program_added', 'Key Zapier', 'enquiry'],
    ['program_changed', 'Key Zapier', 'project'],
    ['program_changed', 'Key Zapier', 'step'],
    ['program_added', 'Key Zapier', 'step'],
    ['program_added', 'Key Zapier', 'update'],
    ['program_added', 'Key Zapier', 'note'],
    ['program_added', 'Key Zapier', 'client'],
  ])
  const [key] = await arrange(testData.people.ana.db.from('program_keys').select('*').eq('id', id))
  expect(key).toMatchObject({ name: 'Zapier', last_used_on: new Date().toISOString().slice(0, 10) })
  await arrange(service.from('contact_submissions').delete().eq('id', enquiry.answer.id))
  await arrange(service.from('clients').delete().eq('id', client))
})

it('[program-keys.md#writing] is refused what is not for programs, in a sentence', async () => {
  const { secret } = await newKey('write')
  const { north, south } = testData.work
  const words = (error: string) => ({ answer: { error: expect.stringContaining(error) } })
  const note = { note_text: 'Elsewhere' }
  expect(await add(secret, 'notes', { client_id: south.client, ...note })).toMatchObject({ status: 403 })
  expect(await add(secret, 'steps', { project_id: south.project, title: 'x' })).toMatchObject({ status: 403 })
  expect(await change(secret, `projects/${south.project}`, { status: 'review' })).toMatchObject({ status: 404 })
  expect(await add(secret, 'notes', { client_id: north.client, staff_id: null, ...note })).toMatchObject({
    status: 400,
  })
  expect(await add(secret, 'clients', { name: 'x', email: 'x@isolation.test', industry: 'x' })).toMatchObject(
    words('The value of industry is not accepted.'),
  )
  expect(await add(secret, 'clients', { email: 'x@isolation.test' })).toMatchObject(words('"name" is missing.'))
  expect(await change(secret, `projects/${north.project}`, { name: 'x' })).toMatchObject(words('status'))
  expect(await change(secret, `projects/${north.project}`, { status: 'gone' })).toMatchObject({ status: 422 })
  expect(await change(secret, `projects/${north.project}`, {})).toMatchObject(words('Say what status becomes.'))
  for (const list of lists.filter((list) => list !== 'projects')) {
    expect(await add(secret, list, {}), list).toMatchObject({ status: 400, ...words(`Say what is in it: `) })
  }
  expect(await add(secret, 'projects', {})).toMatchObject({ status: 400, ...words('adds no projects') })
  expect(await add(secret, 'projects', { name: 'x' })).toMatchObject({ status: 400, ...words('adds no projects') })
  for (const list of ['clients', 'updates', 'notes']) {
    const changed = await change(secret, `${list}/${north.client}`, { phone: '1' })
    expect(changed, list).toMatchObject({
      status: 400,
      ...words(`changes nothing of ${list}. It changes the state of`),
    })
  }
  expect(await ask(secret, `clients/${north.client}`, { method: 'DELETE' })).toMatchObject({ status: 405 })
  expect(await add(secret, 'clients', { name: 'a\u0000b', email: 'x@isolation.test' })).toMatchObject({ status: 400 })
})

it('[program-keys.md#keys] reads without writing where the scope says so, and in an agency that is not active', async () => {
  const { secret } = await newKey('read')
  const note = { client_id: testData.work.north.client, note_text: 'x' }
  expect(await add(secret, 'notes', note)).toMatchObject({ status: 403, answer: { error: 'This key may only read.' } })
  const sol = testData.people.sol
  const closed = await newKey('write', { agency: testData.agencies.closed, by: sol })
  expect(rowsOf(await ask(closed.secret, 'clients'))).toMatchObject([{ id: testData.work.closed.client }])
  const there = { client_id: testData.work.closed.client, note_text: 'x' }
  expect(await add(closed.secret, 'notes', there)).toMatchObject({ status: 403 })
  const south = await newKey('write', { agency: testData.agencies.south, by: sol })
  expect(rowsOf(await ask(south.secret, 'enquiries'))).toEqual([])
  expect(await add(south.secret, 'enquiries', { name: 'x', phone: '1' })).toMatchObject({ status: 403 })
})

it('[program-keys.md#keys] ends at once when it is revoked, and not when the person goes who made it', async () => {
  const maker = await newPerson('Mo', { agencyId: testData.agencies.north, roles: ['agency_admin'] })
  const { id, secret } = await newKey('read', { by: maker })
  await removePeople(maker)
  expect((await ask(secret, 'clients')).status).toBe(200)
  const revoke = (person: Person) =>
    person.db.from('program_keys').update({ revoked_at: new Date().toISOString() }, { count: 'exact' }).eq('id', id)
  expect((await revoke(testData.people.cleo)).count).toBe(0)
  expect((await revoke(testData.people.ana)).count).toBe(1)
  const refused = { status: 401, answer: { error: 'This key is wrong or revoked.' } }
  expect(await ask(secret, 'clients')).toMatchObject(refused)
  expect((await revoke(testData.people.ana)).error?.message).toContain('cannot be used again')
  for (const wrong of [`ms_${'x'.repeat(43)}`, testData.people.ana.token, 'x', '']) {
    expect(await ask(wrong, 'clients')).toMatchObject(refused)
  }
  const lines = await arrange(service.from('audit_events').select('kind').eq('subject_id', id).order('created_at'))
  expect(lines).toEqual([{ kind: 'key_added' }, { kind: 'key_revoked' }])
})

it('[program-keys.md#keys] is made by admins of the agency, at most twenty times, and goes with the agency', async () => {
  const agency = crypto.randomUUID()
  await arrange(service.from('agencies').insert({ id: agency, name: 'Keys' }))
  const admin = await newPerson('Kay', { agencyId: agency, roles: ['agency_admin'] })
  const make = (person: Person) => person.db.rpc('make_program_key', { agency, name: 'x', scope: 'read' })
  for (const person of [testData.people.ana, testData.people.ben, testData.people.nia]) {
    expect((await make(person)).error?.code).toBe('42501')
  }
  const { secret } = await newKey('read', { agency, by: admin })
  for (let count = 1; count < 20; count++) await arrange(make(admin))
  expect((await make(admin)).error?.message).toContain('An agency can have 20 keys.')
  await arrange(service.from('agencies').delete().eq('id', agency))
  expect((await ask(secret, 'clients')).status).toBe(401)
  await removePeople(admin)
})

it('is no token for anything else', async () => {
  const { secret } = await newKey('write')
  for (const path of ['rest/v1/clients', 'rest/v1/rpc/me', 'auth/v1/user', 'storage/v1/bucket']) {
    const headers = { apikey: engine.anonKey, authorization: `Bearer ${secret}` }
    const { status } = await fetch(`${engine.url}/${path}`, { headers })
    expect([400, 401, 403], path).toContain(status)
  }
})
