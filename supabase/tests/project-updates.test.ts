import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { arrange, service } from './people.ts'
import { createTestData, removeTestData, type TestData } from './test-data.ts'

/** Updates of projects: what the database fills in, so that the lists of an agency find them by their own rows. */

let testData: TestData
let people: TestData['people']
beforeAll(async () => {
  testData = await createTestData()
  people = testData.people
})
afterAll(() => removeTestData(testData))

const row = () => ({ project_id: testData.work.north.project, title: 'Sketches', content: 'Two of them.' })
type Stored = { agency_id: string; is_answered: boolean; updated_at: string }
const stored = (id: string): Promise<Stored | null> =>
  arrange(service.from('project_updates').select('agency_id, is_answered, updated_at').eq('id', id).single())

describe('[lists.md#the-own-agency] an update has the agency of its project', () => {
  it('which the database fills in', async () => {
    expect(await arrange(people.ben.db.from('project_updates').insert(row()).select())).toMatchObject([
      { agency_id: testData.agencies.north, is_answered: false },
    ])
    expect(await arrange(service.from('project_updates').insert(row()).select())).toMatchObject([
      { agency_id: testData.agencies.north },
    ])
  })

  it.each(['agency_id', 'is_answered'])('and nobody writes its %s', async (column) => {
    const named = { [column]: column === 'agency_id' ? testData.agencies.south : true }
    const added = await people.ben.db.from('project_updates').insert({ ...row(), ...named })
    expect(added.error?.code).toBe('42501')
    const changed = await people.sol.db.from('project_updates').update(named).eq('id', testData.work.north.update)
    expect(changed.error?.code).toBe('42501')
  })

  it('and never another one', async () => {
    const { error } = await service.from('project_updates').insert({ ...row(), agency_id: testData.agencies.south })
    expect(error?.code).toBe('23503')
  })

  it('and moves to another one with its project', async () => {
    const project = crypto.randomUUID()
    const moved = { id: project, client_id: testData.work.north.client, name: 'Moves', project_type: 'maintenance' }
    await arrange(service.from('projects').insert({ ...moved, agency_id: testData.agencies.north }))
    await arrange(people.ben.db.from('project_updates').insert({ ...row(), project_id: project }))
    const south = { agency_id: testData.agencies.south, client_id: testData.work.south.client }
    await arrange(service.from('projects').update(south).eq('id', project))
    const seenBy = async ({ db }: typeof people.ben) =>
      arrange(db.from('project_updates').select('agency_id').eq('project_id', project))
    expect(await seenBy(people.cleo)).toEqual([{ agency_id: testData.agencies.south }])
    expect(await seenBy(people.ben)).toEqual([])
    await arrange(service.from('projects').delete().eq('id', project))
  })
})

it('[dashboard.md#needs-you] an update knows whether it is answered, and counts as unchanged by the answer', async () => {
  const review = { ...row(), update_type: 'review', visibility: 'client' }
  const [added] = await arrange(service.from('project_updates').insert(review).select())
  const before = await stored(added.id)
  const waiting = async () =>
    (
      await arrange(
        people.ben.db.from('update_reach').select('update_id').eq('is_answered', false).eq('update_id', added.id),
      )
    ).length
  expect(await waiting()).toBe(1)
  const answer = { update_id: added.id, answer: 'approved', name: 'Maria' }
  await arrange(service.from('update_answers').insert(answer))
  expect(await stored(added.id)).toEqual({ ...before, is_answered: true })
  expect(await waiting()).toBe(0)
  await arrange(service.from('update_answers').delete().eq('update_id', added.id))
  expect(await stored(added.id)).toEqual(before)
})
