import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { arrange, newPerson, type Person, removePeople, service } from './people.ts'
import { addSteps, changeStep as change, inDays, stepsOf } from './step-scene.ts'
import { createTestData, removeTestData, type TestData } from './test-data.ts'

/** Steps of projects: what the database fills in, gives out and counts. */

let testData: TestData
let people: TestData['people']
let bert: Person
let project: string

beforeAll(async () => {
  testData = await createTestData()
  people = testData.people
  project = testData.work.north.project
  bert = await newPerson('Bert', { agencyId: testData.agencies.north, roles: ['agency_staff'] })
})
afterAll(async () => {
  await removePeople(bert)
  await removeTestData(testData)
})
beforeEach(() => arrange(service.from('project_steps').delete().eq('project_id', project)))

const add = (person: Person, ...added: Record<string, unknown>[]) => addSteps(project, person, ...added)
const steps = () => stepsOf(project)
const rings = async ({ id }: Person) =>
  (await arrange(service.from('notices').select('step_id').eq('user_id', id).not('step_id', 'is', null))).length

describe('[project-page.md#steps] the database fills in', () => {
  it('the agency, who added them, and the order in which they were given', async () => {
    const [first, second] = await add(people.ben, { title: 'First' }, { title: 'Second' })
    expect(first).toMatchObject({ agency_id: testData.agencies.north, created_by: people.ben.id, position: 1 })
    expect(second).toMatchObject({ title: 'Second', position: 2 })
    expect(await add(people.ana, { title: 'Third' })).toMatchObject([{ position: 3, created_by: people.ana.id }])
  })

  it('when and by whom a step was ticked, and forgets it where the tick is undone', async () => {
    const [step] = await add(people.ben, {})
    const [ticked] = await change(people.ana, step, { is_done: true })
    expect(ticked).toMatchObject({ is_done: true, done_by: people.ana.id })
    expect(Date.parse(ticked?.done_at)).toBeGreaterThan(Date.now() - 60_000)
    expect(await change(people.ben, step, { is_done: false })).toMatchObject([{ done_at: null, done_by: null }])
  })

  it('nothing of that from the caller', async () => {
    const [step] = await add(people.ben, {})
    for (const forged of [
      { done_by: people.sol.id },
      { done_at: '2001-01-01' },
      { project_id: testData.work.south.project },
    ]) {
      const { error } = await people.ben.db
        .from('project_steps')
        .update(forged)
        .eq('id', step?.id ?? '')
      expect(error?.code, JSON.stringify(forged)).toBe('42501')
    }
  })
})

describe('[project-page.md#steps] a person', () => {
  it('of the agency is given a step by an agency admin, and by a colleague', async () => {
    const [step] = await add(people.ana, { assigned_to: people.ben.id })
    expect(await change(people.ben, step, { assigned_to: bert.id })).toMatchObject([{ assigned_to: bert.id }])
  })

  it('of another agency, or who is not on the staff, is given none', async () => {
    for (const other of [people.cleo, people.uma, people.nia]) {
      const row = { project_id: project, title: 'Pictures', assigned_to: other.id }
      const { error } = await people.ana.db.from('project_steps').insert(row)
      expect(error).toMatchObject({ code: '23514', message: 'A step can only be assigned to staff of its agency.' })
    }
  })

  it('who is deactivated leaves their open steps to nobody, and keeps what they did', async () => {
    const carl = await newPerson('Carl', { agencyId: testData.agencies.north, roles: ['agency_staff'] })
    const [open, done] = await add(people.ana, { assigned_to: carl.id }, { assigned_to: carl.id })
    await change(people.ana, done, { is_done: true })
    await arrange(people.ana.db.rpc('deactivate_person', { person: carl.id }))
    const left = new Map((await steps()).map(({ id, assigned_to }) => [id, assigned_to]))
    expect([left.get(open?.id ?? ''), left.get(done?.id ?? '')]).toEqual([null, carl.id])
    await removePeople(carl)
  })

  it('who moves to another agency does, too', async () => {
    const dana = await newPerson('Dana', { agencyId: testData.agencies.north, roles: ['agency_staff'] })
    await add(people.ana, { assigned_to: dana.id })
    await arrange(service.from('user_profiles').update({ agency_id: testData.agencies.south }).eq('id', dana.id))
    expect(await steps()).toMatchObject([{ assigned_to: null }])
    await removePeople(dana)
  })
})

describe('[notices.md#assigned] the bell', () => {
  beforeEach(() => arrange(service.from('notices').delete().not('step_id', 'is', null)))

  it('rings once for each step that somebody else gave them', async () => {
    const [first] = await add(people.ana, { assigned_to: people.ben.id }, { assigned_to: people.ben.id })
    expect(await rings(people.ben)).toBe(2)
    await change(people.ana, first, { title: 'Better pictures', due_on: inDays(3) })
    await change(people.ana, first, { is_done: true })
    await change(people.ana, first, { is_done: false })
    expect(await rings(people.ben)).toBe(1)
  })

  it('stays silent for steps that they took themselves or that come already ticked', async () => {
    await add(people.ben, { assigned_to: people.ben.id })
    await add(people.ana, { assigned_to: people.ben.id, is_done: true })
    expect(await rings(people.ben)).toBe(0)
  })

  it('tells nothing of a step that was taken from them again before they looked', async () => {
    const [step] = await add(people.ana, { assigned_to: people.ben.id })
    await change(people.ana, step, { assigned_to: bert.id })
    expect([await rings(people.ben), await rings(bert)]).toEqual([0, 1])
  })
})

describe('[projects.md#table] a project counts its steps', () => {
  const counted = () =>
    arrange(service.from('projects').select('steps, steps_done, next_step_on, updated_at').eq('id', project).single())

  it('as they are added, ticked, dated, repeated and deleted, and is not changed by it', async () => {
    const before = await counted()
    expect(before).toMatchObject({ steps: 0, steps_done: 0, next_step_on: null })
    const [first, second] = await add(people.ben, { due_on: inDays(1), repeats: 'week' }, { due_on: inDays(2) })
    expect(await counted()).toMatchObject({ steps: 2, steps_done: 0, next_step_on: inDays(1) })
    await change(people.ben, first, { is_done: true })
    expect(await counted()).toMatchObject({ steps: 3, steps_done: 1, next_step_on: inDays(2) })
    await change(people.ben, second, { due_on: null })
    expect(await counted()).toMatchObject({ next_step_on: inDays(8) })
    await arrange(people.ben.db.from('project_steps').delete().eq('project_id', project))
    expect(await counted()).toEqual(before)
  })

  it('which nobody writes', async () => {
    const { error } = await people.ben.db.from('projects').update({ steps_done: 7 }).eq('id', project)
    expect(error?.code).toBe('42501')
  })

  it('when several people tick at the same moment', async () => {
    const added = await add(people.ben, ...Array.from({ length: 8 }, () => ({})))
    await Promise.all(added.map((step, index) => change(index % 2 ? people.ana : people.ben, step, { is_done: true })))
    expect(await counted()).toMatchObject({ steps: 8, steps_done: 8 })
  })
})

it('[project-page.md#steps] moves to another agency with its project, and leaves the people of the first one behind', async () => {
  const moved = crypto.randomUUID()
  const row = { id: moved, client_id: testData.work.north.client, name: 'Moves', project_type: 'maintenance' }
  await arrange(service.from('projects').insert({ ...row, agency_id: testData.agencies.north }))
  await arrange(
    people.ben.db.from('project_steps').insert({ project_id: moved, title: 'x', assigned_to: people.ben.id }),
  )
  await arrange(
    service
      .from('projects')
      .update({ agency_id: testData.agencies.south, client_id: testData.work.south.client })
      .eq('id', moved),
  )
  expect(
    await arrange(people.cleo.db.from('project_steps').select('agency_id, assigned_to').eq('project_id', moved)),
  ).toEqual([{ agency_id: testData.agencies.south, assigned_to: null }])
  await arrange(service.from('projects').delete().eq('id', moved))
})
