import { afterAll, beforeAll, expect, it } from 'vitest'
import { arrange, type Person, service, signIn, visitor } from './people.ts'

/** Enquiries that did not come by the website. In the seed North answers it. */

const name = `Vera ${crypto.randomUUID()}`
const byPhone = {
  ...{ came_by: 'phone', name, business_name: '', email: '', phone: '+1 555 010 2030', service: 'other' },
  message: 'Call me back.',
}
const add = ({ db }: Pick<Person, 'db'>, changes: Record<string, unknown> = {}) =>
  db.from('contact_submissions').insert({ ...byPhone, ...changes })
const stored = () => arrange(service.from('contact_submissions').select().eq('name', name))

let ben: Person
let cleo: Person
beforeAll(async () => {
  ;[ben, cleo] = await Promise.all([signIn('ben@north.test'), signIn('cleo@south.test')])
})
afterAll(async () => {
  await arrange(service.from('contact_submissions').delete().eq('name', name))
})

it('[enquiries.md#add-enquiry] the staff add one with a name and one way to answer, once', async () => {
  await arrange(add(ben))
  await arrange(add(ben))
  expect(await stored()).toEqual([
    expect.objectContaining({ ...byPhone, state: 'new', suspicions: [], source_id: null, notified_at: null }),
  ])
  // The words a visitor sends twice within ten minutes are one message, and these came in another way.
  await arrange(add(ben, { came_by: 'visit' }))
  expect(await stored()).toHaveLength(2)
})

it('[enquiries.md#add-enquiry] nobody else says how an enquiry came, and nobody adds one that cannot be answered', async () => {
  expect((await add(visitor)).error?.code).toBe('42501')
  expect((await add(cleo)).error?.code).toBe('42501')
  expect((await add(ben, { came_by: 'source' })).error?.code).toBe('42501')
  for (const wrong of [{ phone: '' }, { phone: 'none' }, { name: ' ' }, { email: 'nobody' }])
    expect((await add(ben, wrong)).error?.code).toBe('23514')
})

it('[contact.md#form] the website still needs all fields but the message', async () => {
  const whole = { name, business_name: 'Flowers', email: `${crypto.randomUUID()}@b.test`, phone: '1', service: 'other' }
  for (const field of ['name', 'business_name', 'email', 'phone', 'service']) {
    const send = (changes: object) => visitor.db.from('contact_submissions').insert({ ...whole, ...changes })
    expect((await send({ [field]: '' })).error?.code).toBe('23514')
    expect((await send({ [field]: undefined })).status).toBe(400)
  }
})

it('[enquiries.md#client] one without an address becomes no new client, and is linked to one', async () => {
  const [{ id }] = await stored()
  const { error } = await ben.db.rpc('make_client_of_enquiry', { enquiry: id })
  expect(error?.message).toBe('A client needs an email address, and this enquiry has none.')
  const [client] = await arrange(ben.db.from('clients').select('id').limit(1))
  const linked = await ben.db.rpc('make_client_of_enquiry', { enquiry: id, existing: client?.id })
  expect(linked.data).toBe(client?.id)
  await arrange(service.from('client_notes').delete().match({ client_id: client?.id, note_text: 'Call me back.' }))
})
