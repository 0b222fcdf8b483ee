import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { randomPoint, sealed } from '../isolation/random-payload.ts'
import { arrange, service } from './people.ts'
import { createTestData, removeTestData, type TestData } from './test-data.ts'

let testData: TestData
beforeAll(async () => {
  testData = await createTestData()
})
afterAll(() => removeTestData(testData))

/** A client of North whom Ben has asked for something, and the hash of a link of theirs. */
async function askedClient() {
  const { ben } = testData.people
  const [client, secret] = [crypto.randomUUID(), crypto.randomUUID()]
  const row = { id: client, agency_id: testData.agencies.north, name: 'Asked', email: 'asked@isolation.test' }
  await arrange(service.from('clients').insert(row))
  await arrange(ben.db.from('client_secrets').insert(wanted(client, secret)))
  const [{ token }] = await arrange(ben.db.rpc('make_client_link', { client, name: 'Maria' }))
  return { client, secret, hash: createHash('sha256').update(token).digest('hex') }
}

const wanted = (client_id: string, id: string = crypto.randomUUID()) => ({
  ...{ id, client_id, label: 'Shop admin password' },
  ...{ public_key: randomPoint(), encrypted_private_key: sealed() },
})

const sealedText = () =>
  `{"v":1,"key":"${randomPoint()}","nonce":"${'A'.repeat(16)}","ciphertext":"${'A'.repeat(704)}"}`
const onPage = async (token_hash: string) => (await arrange(service.rpc('open_client_page', { token_hash }))).wanted
const send = (token_hash: string, secret: string, text = sealedText()) =>
  arrange(service.rpc('hand_over_secret', { token_hash, secret, sealed: text }))
const rowOf = async (secret: string) => {
  const [row] = await arrange(service.from('client_secrets').select('*').eq('id', secret))
  return row
}
const entry = (title: string) => ({ title, encrypted_password: sealed() })

it('[for-clients.md#handing-over] is sent once, tells who asked, and is opened once', async () => {
  const { ben, ana, cleo } = testData.people
  const { secret, hash } = await askedClient()
  const [shown] = await onPage(hash)
  expect(shown).toMatchObject({ label: 'Shop admin password', state: 'asked', public_key: expect.any(String) })

  expect(await send(hash, shown.ref, '{"username":"","password":"in the clear"}')).toBe('damaged')
  expect(await send(hash, shown.ref)).toBe('stored')
  expect(await send(hash, shown.ref)).toBe('sent')
  expect(await onPage(hash)).toMatchObject([{ state: 'sent', public_key: null }])
  expect(await arrange(ben.db.from('notices').select('secret_id').eq('secret_id', secret))).toHaveLength(1)

  const title = `Handed over ${secret}`
  const take = (person: typeof ben) => person.db.rpc('store_handed_over', { secret, entry: entry(title) })
  expect((await take(cleo)).error?.code).toBe('PT409')
  expect((await take(ana)).error).toBeNull()
  expect((await take(ben)).error?.code).toBe('PT409')
  expect(await arrange(service.from('password_vault').select('user_id').eq('title', title))).toEqual([
    { user_id: ana.id },
  ])
  expect(await rowOf(secret)).toMatchObject({
    ...{ sealed: null, public_key: null, encrypted_private_key: null },
    opened_at: expect.any(String),
  })
  expect(await arrange(ben.db.from('notices').select('id').eq('secret_id', secret))).toEqual([])
  expect(await onPage(hash)).toMatchObject([{ state: 'sent' }])
})

it('keeps the sealed text where the entry is refused', async () => {
  const { ben } = testData.people
  const { secret, hash } = await askedClient()
  const [{ ref }] = await onPage(hash)
  await send(hash, ref)
  const refused = await ben.db.rpc('store_handed_over', {
    secret,
    entry: { ...entry('Mine'), user_id: testData.people.ana.id },
  })
  expect(refused.error?.code).toBe('42501')
  expect((await rowOf(secret))?.sealed).toEqual(expect.any(String))
})

it('[for-clients.md#handing-over] refuses what has expired, which the job then erases', async () => {
  const { secret, hash } = await askedClient()
  const other = await askedClient()
  const [{ ref }] = await onPage(hash)
  expect(await send(other.hash, ref)).toBeNull()
  const past = new Date(Date.now() - 60_000).toISOString()
  await arrange(service.from('client_secrets').update({ expires_at: past }).eq('id', secret))
  expect(await send(hash, ref)).toBe('expired')
  expect(await onPage(hash)).toMatchObject([{ state: 'expired', public_key: null }])
  expect(await arrange(service.rpc('has_deletions_to_settle'))).toBe(true)
  await arrange(service.rpc('erase_expired_secrets'))
  expect(await rowOf(secret)).toMatchObject({ public_key: null, encrypted_private_key: null })
  expect(await rowOf(other.secret)).toMatchObject({ public_key: expect.any(String) })
})

it('refuses a private half that belongs to another row, and clients of other agencies', async () => {
  const { ben } = testData.people
  const { client, secret } = await askedClient()
  const row = await rowOf(secret)
  const copied = { ...wanted(client), encrypted_private_key: row?.encrypted_private_key }
  expect((await ben.db.from('client_secrets').insert(copied)).error?.code).toBe('23505')
  const elsewhere = wanted(testData.work.south.client)
  expect((await ben.db.from('client_secrets').insert(elsewhere)).error?.code).toBe('42501')
})

it('leaves nothing sealed among the recently deleted rows', async () => {
  const { ben } = testData.people
  const { client, secret } = await askedClient()
  await arrange(ben.db.from('clients').delete().eq('id', client))
  await arrange(ben.db.rpc('bring_back', { subjects: [client] }))
  expect(await rowOf(secret)).toBeUndefined()
})
