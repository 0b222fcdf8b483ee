import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engine } from './engine.ts'
import { arrange, newPerson, north, type Person, removePeople, service, visitor } from './people.ts'

/** Limits on the size of request bodies by caller: [api.strangers] in config.toml. */

const email = `${crypto.randomUUID()}@bodies.test`
const message = (number: number) => ({
  name: `Grace ${number}`,
  business_name: 'Kim’s Dry Cleaning',
  email,
  phone: '(555) 017-3322',
  service: 'website',
  message: 'We would like a page.',
})
const messages = (count: number) => Array.from({ length: count }, (_, number) => message(number))
const tooManyRows = { status: 413, error: { code: 'PGRST102', message: 'Payload holds more than 10 rows' } }
const tooLarge = (bytes: number) => ({
  status: 413,
  body: { code: 'PGRST102', message: `Payload is larger than ${bytes} bytes` },
})

let nia: Person
let bea: Person
let client: string

beforeAll(async () => {
  nia = await newPerson('Nia')
  bea = await newPerson('Bea', { agencyId: north, roles: ['agency_staff'] })
  const [added] = await arrange(bea.db.from('clients').insert({ name: 'Bodies', email }).select('id'))
  client = added?.id
})
afterAll(async () => {
  await arrange(service.from('contact_submissions').delete().eq('email', email))
  await arrange(service.from('clients').delete().eq('id', client))
  await removePeople(nia, bea)
})

type Answer = { status: number | undefined; body: unknown; sent: number }

/**
 * Sends chunks from `next` until there is an answer or no more chunks. Without a `length` the server learns the size
 * only by reading.
 */
function send({ token }: Person, next: () => string | undefined, length?: number, path = '/contact_submissions') {
  const answer = Promise.withResolvers<Answer>()
  const asking = request(`${engine.url}/rest/v1${path}`, {
    method: 'POST',
    headers: {
      apikey: engine.anonKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(length === undefined ? { 'transfer-encoding': 'chunked' } : { 'content-length': length }),
    },
  })
  let sent = 0
  let isAnswered = false
  asking.on('response', async (response) => {
    isAnswered = true
    answer.resolve({ status: response.statusCode, body: await json(response), sent })
    asking.destroy()
  })
  asking.on('error', answer.reject)
  asking.flushHeaders()
  const write = () => {
    const chunk = isAnswered ? undefined : next()
    if (chunk === undefined) return isAnswered || asking.end()
    sent += chunk.length
    return asking.write(chunk, () => setTimeout(write, 2))
  }
  write()
  return answer.promise
}

const kilobyte = 'x'.repeat(1024)
/** A JSON list with one text of this size in kilobytes. */
const text = (kilobytes: number) => {
  let sent = 0
  return () => (sent++ < kilobytes ? kilobyte : undefined)
}
const silence = () => ''

describe('a request of somebody whom nobody knows', () => {
  it.each([
    ['without an account', () => visitor],
    ['of no agency', () => nia],
  ])('%s brings 64 KB, by what it says and by what it is', async (_, who) => {
    expect(await send(who(), silence, 65_537)).toMatchObject(tooLarge(65_536))
    const cut = await send(who(), text(20_000))
    expect(cut).toMatchObject(tooLarge(65_536))
    // The server cut the upload early; the rest fits in the buffers of a few connections.
    expect(cut.sent).toBeLessThan(5_000_000)
    expect(await send(who(), text(60))).toMatchObject({ status: 400, body: { message: 'Empty or invalid json' } })
  })

  it.each([
    ['without an account', () => visitor],
    ['of no agency', () => nia],
  ])('%s brings ten rows, in whatever form', async (_, who) => {
    const table = () => who().db.from('contact_submissions')
    expect(await table().insert(messages(11))).toMatchObject(tooManyRows)
    expect(await table().insert(messages(11), { defaultToNull: false })).toMatchObject(tooManyRows)
    const [first] = messages(1)
    const csv = [Object.keys(first ?? {}), ...messages(11).map(Object.values)].map((row) => row.join(',')).join('\n')
    const headers = {
      apikey: engine.anonKey,
      authorization: `Bearer ${who().token}`,
      'content-type': 'text/csv',
    }
    const url = `${engine.url}/rest/v1/contact_submissions`
    expect((await fetch(url, { method: 'POST', headers, body: csv })).status).toBe(413)
    expect((await table().insert(messages(10))).error).toBeNull()
  })

  it('is bounded where it calls a function, too', async () => {
    expect(await send(visitor, silence, 65_537, '/rpc/my_permissions')).toMatchObject(tooLarge(65_536))
  })
})

describe('a request of the staff', () => {
  it('brings many rows, and ten megabytes', async () => {
    const note = (number: number) => ({ client_id: client, note_text: `${number} ${'x'.repeat(1000)}` })
    const notes = Array.from({ length: 200 }, (_, number) => note(number))
    expect((await bea.db.from('client_notes').insert(notes)).error).toBeNull()
    expect(await send(bea, silence, 10_485_761)).toMatchObject(tooLarge(10_485_760))
  })

  it('is bounded as everybody else’s once they are no longer of the agency', async () => {
    const dora = await newPerson('Dora', { agencyId: north, roles: ['agency_staff'] })
    await arrange(service.from('user_roles').delete().eq('user_id', dora.id).neq('role', 'user'))
    expect(await send(dora, silence, 65_537)).toMatchObject(tooLarge(65_536))
    await removePeople(dora)
  })
})
