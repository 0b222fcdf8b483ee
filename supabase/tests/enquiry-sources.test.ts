import { afterAll, beforeAll, expect, it } from 'vitest'
import { engine } from './engine.ts'
import { outbox } from './outbox.ts'
import { arrange, type Person, service, signIn } from './people.ts'

/** Named sources: docs/specification/enquiry-sources.md. In the seed North answers the website. */

let ana: Person
let source: { id: string; secret: string; google_key: string }
beforeAll(async () => {
  ana = await signIn('ana@north.test')
  source = await make('Spring')
})
afterAll(async () => {
  await arrange(service.from('contact_submissions').delete().eq('source_id', source.id))
  await arrange(service.from('enquiry_sources').delete().eq('id', source.id))
})

const make = async (name: string) => {
  const [made] = await arrange(ana.db.rpc('make_enquiry_source', { name }))
  return made
}

async function send(body: object, secret = source.secret) {
  const answer = await fetch(`${engine.url}/functions/v1/enquiry-in/${secret}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: await answer.json() }
}

const stored = (person: { db: Person['db'] } = { db: service }) =>
  arrange(person.db.from('contact_submissions').select().eq('source_id', source.id).order('created_at'))

/** The sample of Google's documentation. */
const lead = (changes: object = {}) => ({
  lead_id: 'TeSter-123-ID',
  user_column_data: [
    { column_name: 'Full Name', string_value: 'FirstName LastName', column_id: 'FULL_NAME' },
    { column_name: 'User Phone', string_value: '1-650-555-0123', column_id: 'PHONE_NUMBER' },
    { column_name: 'User Email', string_value: 'test@example.com', column_id: 'EMAIL' },
  ],
  ...{ api_version: '1.0', form_id: 0, campaign_id: 0, Google_key: source.google_key, is_test: false, gcl_id: '' },
  ...changes,
})

it('[enquiry-sources.md#google] Google’s documented sample twice is one enquiry, mailed once, with its source', async () => {
  expect(await send(lead())).toEqual({ status: 200, body: { outcome: 'stored' } })
  expect(await send(lead())).toEqual({ status: 200, body: { outcome: 'repeated' } })
  expect(await stored(await signIn('ben@north.test'))).toEqual([
    expect.objectContaining({
      ...{ name: 'FirstName LastName', email: 'test@example.com', phone: '1-650-555-0123', business_name: '' },
      ...{ came_by: 'source', state: 'new', suspicions: [], message: null },
    }),
  ])
  await expect.poll(async () => (await stored())[0].notified_at).not.toBeNull()
  expect((await outbox()).filter((mail) => mail.includes('Came by: Spring'))).toHaveLength(1)
})

it('[enquiry-sources.md#once] the same lead stays one enquiry after it was deleted', async () => {
  await arrange(service.from('contact_submissions').delete().eq('source_id', source.id))
  expect((await send(lead())).body).toEqual({ outcome: 'repeated' })
  expect(await stored()).toEqual([])
})

it('[enquiry-sources.md#google] a test is a test: nobody waits, and the source says when it came', async () => {
  expect((await send(lead({ lead_id: 'test', is_test: true }))).body).toEqual({ outcome: 'test' })
  expect(await stored()).toEqual([expect.objectContaining({ state: 'test', notified_at: expect.any(String) })])
  const notices = service.from('notices').select('id, enquiry:contact_submissions!inner(source_id)')
  expect(await arrange(notices.eq('enquiry.source_id', source.id))).toEqual([])
})

it('[enquiry-sources.md#what-it-takes] keeps what else was sent, and suspects what is full of links', async () => {
  const links = Array.from({ length: 4 }, (_, at) => `https://shop${at}.test`).join(' ')
  const vera = { name: 'Vera', phone: '555 010 2030', message: 'Call me.', page: links }
  await send(vera)
  await send(vera)
  await send({ ...vera, message: links })
  expect((await stored()).slice(1)).toEqual([
    expect.objectContaining({ message: `Call me.\n\npage: ${links}`, suspicions: [] }),
    expect.objectContaining({ suspicions: ['links'] }),
  ])
})

it('[enquiry-sources.md#address] refuses a wrong key with 401, and a revoked address like one that never was', async () => {
  expect((await send(lead({ Google_key: 'wrong' }))).status).toBe(401)
  const { data } = await ana.db.from('enquiry_sources').select().eq('id', source.id).single()
  expect(data).toMatchObject({
    ...{ last_refusal: 'The Google key is missing or wrong.', created_by: ana.id },
    ...{ last_received_at: expect.any(String), last_test_at: expect.any(String), last_refused_at: expect.any(String) },
  })
  const revoke = () =>
    ana.db.from('enquiry_sources').update({ revoked_at: new Date().toISOString() }).eq('id', source.id)
  await arrange(revoke())
  const guess = await send({}, 'x'.repeat(43))
  expect(guess.status).toBe(404)
  expect(await send(lead({ lead_id: 'later' }))).toEqual(guess)
  expect((await revoke()).error?.code).toBe('23514')
  const trail = await arrange(service.from('audit_events').select('kind').eq('subject_id', source.id))
  expect(trail.map(({ kind }) => kind).sort()).toEqual(['source_added', 'source_revoked'])
})

it('[enquiry-sources.md#access] is the business of admins where their agency answers the website', async () => {
  for (const address of ['ben@north.test', 'cleo@south.test']) {
    const { db } = await signIn(address)
    expect((await db.rpc('make_enquiry_source', { name: 'Mine' })).error?.code).toBe('42501')
    expect((await db.from('enquiry_sources').select()).data).toEqual([])
  }
  const origins = async (address: string) => (await signIn(address)).db.rpc('enquiry_origins')
  expect((await origins('ben@north.test')).data).toContainEqual(
    expect.objectContaining({ came_by: 'source', source: source.id, name: 'Spring', is_revoked: true }),
  )
  expect((await origins('cleo@south.test')).data).toEqual([])
})
