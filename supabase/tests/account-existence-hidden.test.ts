import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engine } from './engine.ts'
import { call } from './functions-client.ts'
import { outbox } from './outbox.ts'
import { arrange, newPerson, north, type Person, removePeople, service, signIn, visitor } from './people.ts'
import { revokedFeed, revokedKey, revokedSource } from './revoked-secrets.ts'

/**
 * Compares the answers to strangers about existing people and things with those about missing ones, as in
 * engine/docs/who-has-an-account.md. The engine's tests cover sign-in, and the server's the client pages.
 */

type Caller = Pick<Person, 'db'>

/** A request that is made about existing and missing subjects. */
type Trial = {
  who?: () => Promise<Caller>
  ask: (caller: Caller, about: string) => PromiseLike<unknown>
  /** Names of existing subjects, each requested separately. */
  there: () => Promise<string[]>
  nothing: () => string
}

const BUCKET = 'client-update-files'

let bert: Person // works for North
let nia: Person // signed up by herself
let client: string
let update: string
let project: string
beforeAll(async () => {
  bert = await newPerson('Bert', { agencyId: north, roles: ['agency_staff'] })
  nia = await newPerson('Nia')
  const add = async (table: string, row: object): Promise<string> =>
    (await arrange(bert.db.from(table).insert(row).select('id')))[0]?.id
  client = await add('clients', { name: 'Probe', email: 'probe@strangers.test' })
  project = await add('projects', { client_id: client, name: 'Probe', project_type: 'maintenance' })
  update = await add('project_updates', { project_id: project, title: 'Probe', content: 'x', visibility: 'client' })
  const file = new Blob(['a'], { type: 'text/csv' })
  await arrange(bert.db.storage.from(BUCKET).upload(`${update}/1_a.csv`, file))
})
afterAll(async () => {
  await arrange(service.storage.from(BUCKET).remove([`${update}/1_a.csv`]))
  await arrange(service.from('clients').delete().eq('id', client))
  await removePeople(bert, nia)
})

const addressOf = async ({ id }: Person) => (await service.auth.admin.getUserById(id)).data.user?.email ?? ''
const nobodysAddress = () => `nobody.${randomUUID()}@isolation.test`
const nobodysToken = () => Buffer.from(`${randomUUID()}${randomUUID()}`.slice(0, 32)).toString('base64url')
const asNia = async () => nia

/** Creates links that are no longer valid, beside some that never were. */
async function closedLinks(): Promise<string[]> {
  const make = async (change: object) => {
    const [{ id, token }] = await arrange(bert.db.rpc('make_client_link', { client, name: 'Probe' }))
    await arrange(service.from('client_links').update(change).eq('id', id))
    return token
  }
  return [await make({ expires_at: '2020-01-01' }), await make({ revoked_at: '2020-01-01' })]
}

/** Creates the used link of a confirmed address. */
async function usedLink(): Promise<string[]> {
  const address = `moved.${randomUUID()}@isolation.test`
  const ana = await signIn('ana@north.test')
  expect(await call(ana, 'change-address', { userId: bert.id, email: address })).toHaveProperty('data')
  const mails = async () => (await outbox()).filter((mail) => mail.includes(`To: ${address}`))
  await expect.poll(mails).toHaveLength(1)
  const token = /token=3D([\w-]{43})/.exec((await mails())[0] ?? '')?.[1] ?? ''
  expect(await call(visitor, 'change-address', { confirm: token })).toHaveProperty('data')
  return [token]
}

const invoke =
  (name: string, fields: (about: string) => Record<string, unknown>) =>
  ({ db }: Caller, about: string) =>
    db.functions.invoke(name, { body: fields(about) })
const theirAddress = async () => [await addressOf(bert)]
const theirId = async () => [bert.id]
const byAddress = { who: asNia, there: theirAddress, nothing: nobodysAddress }
const byId = { who: asNia, there: theirId, nothing: () => randomUUID() }
const byLink = { there: closedLinks, nothing: nobodysToken }

const enquiry = (email: string) => ({
  name: 'Vic',
  phone: '(555) 010-2030',
  service: 'website',
  message: 'Hello.',
  email,
})

async function enquired(): Promise<string> {
  const email = `vic.${randomUUID()}@isolation.test`
  await arrange(visitor.db.from('contact_submissions').insert({ ...enquiry(email), business_name: 'Another' }))
  return email
}

/** The functions by name, with the bodies to send. */
const functions: Record<string, Trial> = {
  'chat without a token': { ask: invoke('chat', () => ({})), there: theirId, nothing: () => randomUUID() },
  // Another address that works takes enquiries, and has to be told from one that does not.
  'enquiry-in at the address of a revoked source': {
    ask: (_, secret) => fetch(`${engine.url}/functions/v1/enquiry-in/${secret}`, { method: 'POST', body: '{}' }),
    there: revokedSource,
    nothing: nobodysToken,
  },
  'calendar at the address of a revoked feed': {
    ask: (_, secret) => fetch(`${engine.url}/functions/v1/calendar/${secret}.ics`),
    there: revokedFeed,
    nothing: nobodysToken,
  },
  'for-programs with a revoked key': {
    ask: (_, secret) => {
      const headers = { authorization: `Bearer ${secret}` }
      return fetch(`${engine.url}/functions/v1/for-programs/clients`, { headers })
    },
    there: revokedKey,
    nothing: () => `ms_${nobodysToken()}`,
  },
  'for-client, a page': { ...byLink, ask: invoke('for-client', (token) => ({ token })) },
  'for-client, a file': { ...byLink, ask: invoke('for-client', (token) => ({ token, file: 'x' })) },
  'for-client, an answer': {
    ...byLink,
    ask: invoke('for-client', (token) => ({ token, update: 'x', answer: 'approved', name: 'x' })),
  },
  'change-address, a link to confirm by': {
    ask: invoke('change-address', (confirm) => ({ confirm })),
    there: usedLink,
    nothing: nobodysToken,
  },
  'change-address, a link to undo by': {
    ask: invoke('change-address', (undo) => ({ undo })),
    there: usedLink,
    nothing: nobodysToken,
  },
  'change-address of a person': {
    ...byId,
    ask: invoke('change-address', (userId) => ({ userId, email: 'x@isolation.test' })),
  },
  'change-address to an address': {
    ...byAddress,
    ask: invoke('change-address', (email) => ({ userId: randomUUID(), email })),
  },
  'send-contact-notification': {
    ask: invoke('send-contact-notification', (email) => ({ ...enquiry(email), businessName: 'Bakery' })),
    there: async () => [await addressOf(bert), await enquired()],
    nothing: nobodysAddress,
  },
  'create-user': {
    ...byAddress,
    ask: invoke('create-user', (email) => ({ email, name: 'x', password: 'a good password' })),
  },
  'invite-user': { ...byAddress, ask: invoke('invite-user', (email) => ({ email, name: 'x' })) },
  'reset-user-password': {
    ...byId,
    ask: invoke('reset-user-password', (userId) => ({ userId, newPassword: 'a good password' })),
  },
  'mail-clients': { who: asNia, ask: invoke('mail-clients', (id) => ({ updateId: id })), ...inProject(() => update) },
  'settle-deleted': { who: asNia, ask: invoke('settle-deleted', (id) => ({ id })), ...inProject(() => project) },
  'erase-client': { who: asNia, ask: invoke('erase-client', (id) => ({ client: id })), ...inProject(() => client) },
  'export-client': { who: asNia, ask: invoke('export-client', (id) => ({ client: id })), ...inProject(() => client) },
  'send-due-mails': { ...byId, ask: invoke('send-due-mails', (id) => ({ id })) },
  'send-pushes': { ...byId, ask: invoke('send-pushes', (id) => ({ id })) },
  webhooks: { ...byId, ask: invoke('webhooks', (agency) => ({ save: { agency } })) },
  'send-test-mail': { ...byAddress, ask: invoke('send-test-mail', (to) => ({ to })) },
}

function inProject(id: () => string) {
  return { there: async () => [id()], nothing: () => randomUUID() }
}

/** Joins a private Realtime channel of this name and returns the result. */
async function join({ db }: Caller, name: string) {
  const channel = db.channel(name, { config: { private: true } })
  const outcome = await new Promise((resolve) => {
    channel.subscribe((status, refused) => resolve({ status, error: refused?.message }))
  })
  await db.removeChannel(channel)
  return outcome
}

const get = (path: string) => fetch(`${engine.url}${path}`, { headers: { apikey: engine.anonKey } })

const elsewhere: Record<string, Trial> = {
  'an enquiry by somebody who has an account': {
    ask: ({ db }, email) => db.from('contact_submissions').insert({ ...enquiry(email), business_name: 'Bakery' }),
    there: theirAddress,
    nothing: nobodysAddress,
  },
  'a profile': {
    ask: ({ db }, id) => db.from('user_profiles').select('*', { count: 'exact' }).eq('id', id),
    there: theirId,
    nothing: () => randomUUID(),
  },
  'a channel named after a person': { ...byId, ask: join },
  'a channel named after a person, without an account': { ...byId, who: async () => visitor, ask: join },
  'a file of a bucket that is not public': {
    ask: (_, id) => get(`/storage/v1/object/public/${BUCKET}/${id}/1_a.csv`),
    ...inProject(() => update),
  },
  'what is known of such a file': {
    ask: (_, id) => get(`/storage/v1/object/info/public/${BUCKET}/${id}/1_a.csv`),
    ...inProject(() => update),
  },
  'a small picture of such a file': {
    ask: (_, id) => get(`/storage/v1/render/image/public/${BUCKET}/${id}/1_a.csv`),
    ...inProject(() => update),
  },
  'a bucket that is not public': {
    ask: (_, bucket) => get(`/storage/v1/object/public/${bucket}/x/1_a.csv`),
    there: async () => [BUCKET],
    nothing: () => 'client-update-filez',
  },
  'such a file, by an address of one’s own signing': {
    ask: (_, id) => get(`/storage/v1/object/sign/${BUCKET}/${id}/1_a.csv?token=x.y.z`),
    ...inProject(() => update),
  },
}

/** Reduces an answer to status, header names and body, with the subject replaced by a fixed name. */
async function seen(answer: unknown, about: string) {
  const { error, response = error?.context, ...said } = Object(answer)
  const http = answer instanceof Response ? answer : response
  const text = http instanceof Response && !http.bodyUsed ? await http.text() : JSON.stringify({ ...said, error })
  const headers = http instanceof Response ? Array.from(http.headers.keys()).sort() : []
  return { status: http?.status ?? said.status, headers, body: text.replaceAll(about, 'IT') }
}

describe('strangers are told of what is there what they are told of nothing', () => {
  it.each(Object.entries({ ...functions, ...elsewhere }))('%s', async (_, { who, ask, there, nothing }) => {
    const caller = (await who?.()) ?? visitor
    const none = nothing()
    const ofNothing = await seen(await ask(caller, none), none)
    for (const about of await there()) expect(await seen(await ask(caller, about), about)).toEqual(ofNothing)
  })
})

it('every function is tried', async () => {
  const config = await readFile(new URL('../config.toml', import.meta.url), 'utf8')
  const names = Array.from(config.matchAll(/^\[functions\.([\w-]+)\]$/gm), ([, name]) => name)
  const tried = Object.keys(functions).map((name) => /^[\w-]+/.exec(name)?.[0])
  expect([...new Set(tried)].sort()).toEqual(names.sort())
})
