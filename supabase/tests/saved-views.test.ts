import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { arrange, type Person, service } from './people.ts'
import { createTestData, removeTestData, type TestData } from './test-data.ts'

/** Saved views of lists: docs/specification/lists.md#views. The isolation matrix covers who may read them. */

let testData: TestData
beforeAll(async () => {
  testData = await createTestData()
})
afterAll(() => removeTestData(testData))

const save = ({ db }: Person, name: string, view: { list?: 'projects' | 'clients'; query?: string } = {}) =>
  db.from('saved_views').insert({ list: 'projects', query: 'status=review', ...view, name })

describe('[lists.md#views] a saved view', () => {
  beforeEach(async () => {
    const { ben, ana } = testData.people
    await arrange(service.from('saved_views').delete().in('user_id', [ben.id, ana.id]))
  })

  it('has a name that no other one of the list has, in capitals or not', async () => {
    const { ben, ana } = testData.people
    expect((await save(ben, 'Late ones')).error).toBeNull()
    expect((await save(ben, 'LATE ones')).error).toMatchObject({ code: '23505' })
    expect((await save(ben, 'Late ones', { list: 'clients' })).error).toBeNull()
    expect((await save(ana, 'Late ones')).error).toBeNull()
  })

  it('is one of twenty at most in each list of each person', async () => {
    const { ben, ana } = testData.people
    const twenty = Array.from({ length: 20 }, (_, n) => ({ list: 'projects' as const, name: `View ${n}`, query: '' }))
    expect((await ben.db.from('saved_views').insert(twenty)).error).toBeNull()
    expect((await save(ben, 'One more')).error).toMatchObject({
      code: '23514',
      message: 'A list has at most 20 saved views. Delete one first.',
    })
    expect((await save(ben, 'One more', { list: 'clients' })).error).toBeNull()
    expect((await save(ana, 'One more')).error).toBeNull()
  })

  it.each([
    ['a name without a letter', { name: ' ' }],
    ['a name of more than 40 characters', { name: 'x'.repeat(41) }],
    ['more than 2,000 characters of an address', { query: 'x'.repeat(2001) }],
    ['what no address is', { query: 'search=a b' }],
    ['another part of the page', { query: 'view=mine#here' }],
  ])('holds no %s', async (_, wrong) => {
    const { ben } = testData.people
    const view = { list: 'projects' as const, name: 'Late ones', query: 'status=review', ...wrong }
    expect((await ben.db.from('saved_views').insert(view)).error).toMatchObject({ code: '23514' })
  })

  it('stays where somebody joins another agency', async () => {
    const { ben } = testData.people
    await save(ben, 'Late ones')
    await arrange(service.from('user_profiles').update({ agency_id: testData.agencies.south }).eq('id', ben.id))
    expect((await ben.db.from('saved_views').select('name')).data).toEqual([{ name: 'Late ones' }])
    await arrange(service.from('user_profiles').update({ agency_id: testData.agencies.north }).eq('id', ben.id))
  })
})
