import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { markedClients } from './marked-clients.ts'
import { arrange, type Person, service } from './people.ts'
import { createTestData, removeTestData, type TestData } from './test-data.ts'

/** Imports of clients with their people, as the browser sends them: docs/specification/clients.md#people. */

let testData: TestData
let ben: Person
beforeAll(async () => {
  testData = await createTestData()
  ben = testData.people.ben
})
afterAll(() => removeTestData(testData))

const { domain: DOMAIN, client, clients } = markedClients()
const send = (given: object[], id: string = crypto.randomUUID()) =>
  ben.db.rpc('import_rows', { import: id, place: 'clients', agency: testData.agencies.north, given })

async function imported(...given: object[]): Promise<string> {
  const id = crypto.randomUUID()
  expect((await send(given, id)).error).toBeNull()
  return id
}

/** The people of the clients, each after the name of their client. */
async function people(): Promise<string[]> {
  const all = service.from('clients').select('name, people:client_people(name)').like('email', `%@${DOMAIN}`)
  const listed = await arrange(all)
  return listed.flatMap(({ name: of, people: known }) => known.map(({ name }) => `${of}: ${name}`)).sort()
}

describe('[clients.md#people] an import', () => {
  it('takes longer than other statements may, where many clients have people', async () => {
    const given = Array.from({ length: 1800 }, (_, n) => client(`Many${n}`, { people: [{ name: `Person ${n}` }] }))
    const id = await imported(...given)
    expect(await arrange(service.from('imports').select('added').eq('id', id))).toEqual([{ added: 1800 }])
    const last = service.from('clients').select('people_text').eq('email', `many1799@${DOMAIN}`)
    expect(await arrange(last)).toEqual([{ people_text: 'person 1799' }])
  })

  it('adds the people of new clients and of those that are there', async () => {
    const tom = { name: 'Tom', role: 'Manager', email: 'tom@bakery.test', phone: '1', note: 'Calls back.' }
    await imported(
      client('Bert'),
      client('Anna', { people: [tom, { name: 'Una' }], main_person_role: 'Owner', main_person_note: 'Calm.' }),
      client('Carl', { people: [{ name: 'Vic' }] }),
    )
    expect(await people()).toEqual(['Anna: Tom', 'Anna: Una', 'Carl: Vic'])
    const [anna] = await clients()
    expect(anna).toMatchObject({ main_person_role: 'Owner', main_person_note: 'Calm.' })
    const known = service.from('client_people').select('name, role, email, phone, note').eq('client_id', anna.id)
    expect(await arrange(known.eq('name', 'Tom'))).toEqual([tom])
    await imported({ id: anna.id, updated_at: anna.updated_at, people: [{ name: 'Walt' }] })
    expect(await people()).toEqual(['Anna: Tom', 'Anna: Una', 'Anna: Walt', 'Carl: Vic'])
  })

  it.each([
    ['no name', { role: 'Manager' }, '23502'],
    ['no address', { name: 'Tom', email: 'tom' }, '23514'],
    ['a long note', { name: 'Tom', note: 'x'.repeat(2001) }, '23514'],
  ])('of which one person has %s writes nothing', async (_what, person, code) => {
    const { error } = await send([client('Bert'), client('Anna', { people: [person] })])
    expect(error).toMatchObject({ code })
    expect(await clients()).toEqual([])
  })

  it('takes back the people that it added, unless somebody edited them or made a link for them, when it is undone', async () => {
    await imported(client('Anna', { people: [{ name: 'Ann' }] }))
    const [seen] = await clients()
    const id = await imported(
      { id: seen.id, updated_at: seen.updated_at, people: ['Tom', 'Una', 'Vic'].map((name) => ({ name })) },
      client('Bert', { people: [{ name: 'Xeno' }] }),
      client('Carl', { people: [{ name: 'Yara' }] }),
    )
    await arrange(ben.db.from('client_people').update({ role: 'Owner' }).in('name', ['Una', 'Yara']))
    const [vic] = await arrange(service.from('client_people').select('id').eq('client_id', seen.id).eq('name', 'Vic'))
    await arrange(ben.db.rpc('make_client_link', { client: seen.id, name: 'Vic', days: 30, person: vic?.id }))
    expect((await ben.db.rpc('undo_import', { import: id })).data).toEqual([{ undone: 2, remaining: 1 }])
    expect(await people()).toEqual(['Anna: Ann', 'Anna: Una', 'Anna: Vic', 'Carl: Yara'])
  })
})
