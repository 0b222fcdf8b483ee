import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { arrange, newPerson, type Person, removePeople, service, visitor } from './people.ts'
import { createTestData, removeTestData, type TestData } from './test-data.ts'

/** Notices on devices: docs/specification/notices.md#device. */

let testData: TestData
let ben: Person
beforeAll(async () => {
  testData = await createTestData()
})
afterAll(() => removeTestData(testData))
beforeEach(async () => {
  ben = await newPerson('somebody', { agencyId: testData.agencies.north, roles: ['agency_staff'] })
  return () => removePeople(ben)
})

const keys = () => ({
  p256dh: Buffer.concat([Buffer.from([4]), randomBytes(64)]).toString('base64url'),
  auth: randomBytes(16).toString('base64url'),
})
const newEndpoint = () => `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`
const turnOn = ({ db }: Pick<Person, 'db'>, endpoint: string) => db.rpc('turn_on_push', { endpoint, ...keys() })

async function notify(person: Person) {
  const row = { user_id: person.id, actor_id: testData.people.sol.id, project_id: testData.work.north.project }
  const [notice] = (await arrange(service.from('notices').insert(row).select('id'))) ?? []
  return notice?.id ?? ''
}

/** The endpoints that the notices of this person's devices would be sent to now. */
async function claimed(...endpoints: string[]) {
  const { data } = await service.rpc('claim_pushes')
  return (data ?? [])
    .map(({ endpoint }: { endpoint: string }) => endpoint)
    .filter((endpoint: string) => endpoints.includes(endpoint))
}

describe('[notices.md#device] a device', () => {
  it('gets each notice once, also if several servers ask', async () => {
    const endpoint = newEndpoint()
    expect((await turnOn(ben, endpoint)).error).toBeNull()
    await notify(ben)
    const both = await Promise.all([claimed(endpoint), claimed(endpoint)])
    expect(both.flat()).toEqual([endpoint])
    expect(await claimed(endpoint)).toEqual([])
  })

  it('gets nothing that was read meanwhile', async () => {
    const endpoint = newEndpoint()
    await turnOn(ben, endpoint)
    const id = await notify(ben)
    await arrange(ben.db.from('notices').update({ read_at: new Date().toISOString() }).eq('id', id))
    expect(await claimed(endpoint)).toEqual([])
  })

  it('gets nothing after the person has signed out there', async () => {
    const endpoint = newEndpoint()
    await turnOn(ben, endpoint)
    await notify(ben)
    await ben.db.auth.signOut({ scope: 'local' })
    expect(await claimed(endpoint)).toEqual([])
  })

  it('that is turned off gets nothing, and nobody else can turn it off', async () => {
    const [endpoint, kept] = [newEndpoint(), newEndpoint()]
    await turnOn(ben, endpoint)
    await turnOn(ben, kept)
    await arrange(ben.db.rpc('turn_off_push', { endpoint }))
    await arrange(testData.people.sol.db.rpc('turn_off_push', { endpoint: kept }))
    await notify(ben)
    expect(await claimed(endpoint, kept)).toEqual([kept])
  })

  it('in which a colleague signs in afterwards is theirs', async () => {
    const endpoint = newEndpoint()
    await turnOn(ben, endpoint)
    await turnOn(testData.people.sol, endpoint)
    await notify(ben)
    expect(await claimed(endpoint)).toEqual([])
  })

  it('does not show the next person what waited for the one before', async () => {
    const endpoint = newEndpoint()
    await turnOn(ben, endpoint)
    await notify(ben)
    await ben.db.auth.signOut({ scope: 'local' })
    await turnOn(testData.people.cleo, endpoint)
    expect(await claimed(endpoint)).toEqual([])
  })

  it('is forgotten once its push service does not know it', async () => {
    const endpoint = newEndpoint()
    await turnOn(ben, endpoint)
    await notify(ben)
    const { data } = await service.rpc('claim_pushes')
    const push = data?.find((one: { endpoint: string }) => one.endpoint === endpoint)
    await arrange(
      service.rpc('settle_push', { notice: push?.notice_id ?? '', device: push?.device_id ?? '', is_gone: true }),
    )
    await notify(ben)
    expect(await claimed(endpoint)).toEqual([])
  })

  it('is one of ten at most, of which the oldest gives way', async () => {
    const endpoints = Array.from({ length: 11 }, newEndpoint)
    for (const endpoint of endpoints) await turnOn(ben, endpoint)
    await notify(ben)
    expect((await claimed(...endpoints)).sort()).toEqual(endpoints.slice(1).sort())
  })

  it.each([
    'http://fcm.googleapis.com/x',
    'https://127.0.0.1/x',
    'https://fcm.googleapis.com.evil.test/x',
    'https://evil.test/fcm.googleapis.com/',
    'https://fcm.googleapis.com@evil.test/x',
  ])('may not be at %s', async (endpoint) => {
    expect((await turnOn(ben, endpoint)).error?.code).toBe('23514')
  })

  it('is for staff, and only the service key claims', async () => {
    expect((await turnOn(testData.people.uma, newEndpoint())).error?.code).toBe('42501')
    expect((await turnOn({ db: visitor.db }, newEndpoint())).error?.code).toBe('42501')
    for (const { db } of [ben, visitor]) {
      expect((await db.rpc('claim_pushes')).error?.code).toBe('42501')
    }
  })
})
