import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { markedClients } from './marked-clients.ts'
import { arrange, newPerson, type Person, removePeople } from './people.ts'
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

const { client, clients } = markedClients()
const undo = (id: string) => ben.db.rpc('undo_import', { import: id })

async function imported(place: 'clients' | 'projects', ...given: object[]): Promise<string> {
  const id = crypto.randomUUID()
  await arrange(ben.db.rpc('import_rows', { import: id, place, agency: north, given }))
  return id
}

describe('[lists.md#undo] undoing an import', () => {
  it('gives no client back to a colleague who was deactivated since, and undoes the rest', async () => {
    const lea = await newPerson('Lea', { agencyId: north, roles: ['agency_staff'] })
    const stays = await newPerson('Stan', { agencyId: north, roles: ['agency_staff'] })
    await imported(
      'clients',
      client('Anna', { looked_after_by: lea.id }),
      client('Bert', { looked_after_by: stays.id }),
    )
    await imported('clients', client('Carl', { looked_after_by: lea.id }))
    const given = (await clients()).map(({ id, updated_at }) => ({ id, updated_at, phone: '2' }))
    const changed = given.map((row, place) => (place < 2 ? { ...row, looked_after_by: ben.id } : row))
    const id = await imported('clients', ...changed, client('Dora'))
    await arrange(testData.people.ana.db.rpc('deactivate_person', { person: lea.id }))
    expect(await undo(id)).toMatchObject({ data: [{ undone: 4, remaining: 0 }] })
    expect(await clients()).toMatchObject([
      { name: 'Anna', phone: null, looked_after_by: null },
      { name: 'Bert', phone: null, looked_after_by: stays.id },
      { name: 'Carl', phone: null, looked_after_by: lea.id },
    ])
    await removePeople(lea, stays)
  })

  it.each(['deleted', 'moved to another agency'])(
    'leaves a project with the client that it has if the former one was %s',
    async (fate) => {
      await imported('clients', client('Anna'), client('Bert'))
      const [anna, bert] = await clients()
      const project = { client_id: anna.id, name: 'Website', project_type: 'maintenance', description: 'One page.' }
      const other = { client_id: bert.id, name: 'Logo', project_type: 'maintenance', description: 'Round.' }
      const places = await arrange(ben.db.from('projects').insert([project, other]).select('id, updated_at'))
      const given = places.map((row: object) => ({ ...row, client_id: bert.id, description: 'Other.' }))
      const id = await imported('projects', ...given)
      if (fate === 'deleted') await arrange(ben.db.from('clients').delete().eq('id', anna.id))
      else {
        const { south } = testData.agencies
        await arrange(testData.people.sol.db.from('clients').update({ agency_id: south }).eq('id', anna.id))
      }
      expect(await undo(id)).toMatchObject({ data: [{ undone: 2, remaining: 0 }] })
      expect(
        await arrange(
          ben.db.from('projects').select('name, client_id, description').eq('client_id', bert.id).order('name'),
        ),
      ).toEqual([
        { name: 'Logo', client_id: bert.id, description: 'Round.' },
        { name: 'Website', client_id: bert.id, description: 'One page.' },
      ])
    },
  )
})
