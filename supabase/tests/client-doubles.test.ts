import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { markedClients } from './marked-clients.ts'
import { arrange, type Person, service } from './people.ts'
import { createTestData, removeTestData, type TestData } from './test-data.ts'

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
const add = (...given: object[]) => arrange(ben.db.from('clients').insert(given))
const match = ({ db }: Person, given: object[]) => arrange(db.rpc('match_clients', { agency: north, given }))
const send = ({ db }: Person, given: object[]) =>
  db.rpc('import_rows', { import: crypto.randomUUID(), place: 'clients', agency: north, given })

describe('[clients.md#doubles] a client', () => {
  const doubles = ({ db }: Person, given: object) => arrange(db.rpc('client_doubles', { agency: north, ...given }))
  const anna = client('Anna', { phone: '+44 20 7946 0958', website_url: `https://www.${DOMAIN}/shop` })

  it('is found by its address, phone number or website, the likeliest first, by its own agency alone', async () => {
    await add(anna)
    await add(client('Bert', { website_url: DOMAIN }))
    const [{ id }, bert] = await clients()
    const given = { email: `ANNA@${DOMAIN}`, phone: '020 7946 0958', website_url: `http://${DOMAIN}` }
    expect(await doubles(ben, given)).toEqual([
      { id, name: 'Anna', same: ['email', 'phone', 'website'] },
      { id: bert.id, name: 'Bert', same: ['website'] },
    ])
    const { cleo, uma, sol } = testData.people
    expect(await doubles(sol, { phone: '+442079460958' })).toEqual([{ id, name: 'Anna', same: ['phone'] }])
    for (const stranger of [cleo, uma]) expect(await doubles(stranger, given)).toEqual([])
  })

  it('is found by the address or phone number of one of its people', async () => {
    await add(anna)
    const [{ id }] = await clients()
    const bo = { client_id: id, name: 'Bo', email: `Bo@${DOMAIN}`, phone: '555 010 4041' }
    await arrange(service.from('client_people').insert([bo, { ...bo, name: 'Bo again' }]))
    const given = { email: `bo@${DOMAIN}`, phone: '+1 (555) 010-4041' }
    expect(await doubles(ben, given)).toEqual([{ id, name: 'Anna', same: ['email', 'phone'] }])
    expect(await match(ben, [client('Bo')])).toMatchObject([{ recognised_by: 'person', found: { name: 'Anna' } }])
  })

  it('with another address is shown in the preview of an import, and added by it', async () => {
    await add(anna)
    const other = [client('Bert', { phone: '(020) 7946-0958' }), client('Cleo', { website_url: DOMAIN })]
    expect(await match(ben, other)).toMatchObject([
      { place: 1, recognised_by: 'phone', found: { name: 'Anna' } },
      { place: 2, recognised_by: 'website', found: { name: 'Anna' } },
    ])
    expect((await send(ben, other)).data).toEqual([{ added: 2, updated: 0 }])
  })
})
