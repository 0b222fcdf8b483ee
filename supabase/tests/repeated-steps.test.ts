import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { arrange, newPerson, type Person, removePeople, service } from './people.ts'
import { addSteps, changeStep as change, inDays, stepsOf } from './step-scene.ts'
import { createTestData, removeTestData, type TestData } from './test-data.ts'

/** Steps that repeat: what follows them, and what of that is taken back. */

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
const days = async () => (await steps()).map(({ due_on }) => due_on)

describe('[project-page.md#repeated-steps] a step that repeats', () => {
  const year = new Date().getUTCFullYear() + 1

  it.each([
    ['week', `${year}-01-31`, `${year}-02-07`],
    ['month', `${year}-03-31`, `${year}-04-30`],
    ['quarter', `${year}-08-31`, `${year}-11-30`],
  ])('every %s is followed by the next one when it is ticked: %s, %s', async (repeats, first, next) => {
    const [step] = await add(people.ben, { due_on: first, repeats, assigned_to: bert.id })
    await change(people.ben, step, { is_done: true })
    expect(await steps()).toMatchObject([
      { due_on: first, is_done: true },
      { due_on: next, is_done: false, repeats, assigned_to: bert.id, title: 'Pictures' },
    ])
  })

  it('falls on the last day of a shorter month, and on the 31st again after it', async () => {
    const [january] = await add(people.ben, { due_on: '2027-01-31', repeats: 'month' })
    await change(people.ben, january, { is_done: true })
    await change(people.ben, (await steps()).at(-1), { is_done: true })
    expect(await days()).toEqual(['2027-01-31', '2027-02-28', '2027-03-31'])
  })

  it('makes one next step and no pile of past ones, however late it is ticked', async () => {
    const [step] = await add(people.ben, { due_on: inDays(-40), repeats: 'week' })
    await change(people.ben, step, { is_done: true })
    expect(await days()).toEqual([inDays(-40), inDays(2)])
  })

  it('counts from the same day again where a move of it is undone, and from the new one where it is not', async () => {
    const [january] = await add(people.ben, { due_on: '2027-01-31', repeats: 'month' })
    await change(people.ben, january, { is_done: true })
    const february = (await steps()).at(-1)
    for (const due_on of ['2027-03-02', '2027-02-28']) await change(people.ben, february, { due_on })
    await change(people.ben, february, { is_done: true })
    const march = (await steps()).at(-1)
    await change(people.ben, march, { due_on: '2027-03-15' })
    await change(people.ben, march, { is_done: true })
    expect(await days()).toEqual(['2027-01-31', '2027-02-28', '2027-03-15', '2027-04-15'])
  })

  it('is followed by one that is nobody’s where its person has left since', async () => {
    const rosa = await newPerson('Rosa', { agencyId: testData.agencies.north, roles: ['agency_staff'] })
    const [step] = await add(people.ben, { due_on: inDays(1), repeats: 'week', assigned_to: rosa.id })
    await change(people.ben, step, { is_done: true })
    await arrange(service.from('user_profiles').update({ agency_id: null }).eq('id', rosa.id))
    for (const is_done of [false, true]) await change(people.ben, step, { is_done })
    expect(await steps()).toMatchObject([{ due_on: inDays(1) }, { due_on: inDays(8), assigned_to: null }])
    await removePeople(rosa)
  })

  it('takes the next one back without a trace among what was deleted', async () => {
    const [step] = await add(people.ben, { title: 'Nothing deleted', due_on: inDays(1), repeats: 'week' })
    for (const is_done of [true, false]) await change(people.ben, step, { is_done })
    expect(await days()).toEqual([inDays(1)])
    expect(await arrange(people.ben.db.from('recently_deleted').select().eq('title', 'Nothing deleted'))).toEqual([])
  })

  it('has its deleted next one brought back beside the one that followed since', async () => {
    const [step] = await add(people.ben, { due_on: inDays(1), repeats: 'week' })
    await change(people.ben, step, { is_done: true })
    const next = (await steps()).at(-1)?.id
    await arrange(people.ben.db.from('project_steps').delete().eq('id', next))
    for (const is_done of [false, true]) await change(people.ben, step, { is_done })
    await arrange(people.ben.db.rpc('bring_back', { subjects: [next] }))
    expect(await days()).toEqual([inDays(1), inDays(8), inDays(8)])
  })

  it('makes the next one once, and takes it back where the tick is undone', async () => {
    const [step] = await add(people.ben, { due_on: inDays(1), repeats: 'week' })
    await change(people.ben, step, { is_done: true })
    await change(people.ben, step, { is_done: true })
    expect(await days()).toEqual([inDays(1), inDays(8)])
    await change(people.ben, step, { is_done: false })
    expect(await days()).toEqual([inDays(1)])
  })

  it('keeps a next step that somebody has changed', async () => {
    const [step] = await add(people.ben, { due_on: inDays(1), repeats: 'week' })
    await change(people.ben, step, { is_done: true })
    await change(people.ana, (await steps()).at(-1), { title: 'More pictures' })
    await change(people.ben, step, { is_done: false })
    await change(people.ben, step, { is_done: true })
    expect((await steps()).map(({ title }) => title)).toEqual(['Pictures', 'More pictures'])
  })

  it('needs a day', async () => {
    const { error } = await people.ben.db
      .from('project_steps')
      .insert({ project_id: project, title: 'x', repeats: 'week' })
    expect(error?.code).toBe('23514')
  })
})
