import { afterAll, beforeAll, expect, it } from 'vitest'
import { arrange, service } from './people.ts'
import { createTestData, removeTestData, type TestData } from './test-data.ts'

let testData: TestData
const [bakery, website] = [crypto.randomUUID(), crypto.randomUUID()]
beforeAll(async () => {
  testData = await createTestData()
  const agency_id = testData.agencies.north
  const client = {
    id: bakery,
    agency_id,
    name: 'Quillfeather Bakery',
    company_name: 'Quill Ltd',
    email: 'q@bakery.test',
  }
  await arrange(service.from('clients').insert(client))
  const project = {
    id: website,
    agency_id,
    client_id: bakery,
    name: 'Zephyrine website',
    project_type: 'web_development',
  }
  await arrange(service.from('projects').insert(project))
  const update = { project_id: website, title: 'Marzipan menu is online', content: 'All of it.' }
  await arrange(service.from('project_updates').insert(update))
})
afterAll(async () => {
  await service.from('clients').delete().eq('id', bakery)
  await removeTestData(testData)
})

const find = (typed: string, who: 'ben' | 'cleo' | 'uma' | 'sol' = 'ben') =>
  arrange(testData.people[who].db.rpc('find_anything', { typed }))
const titles = async (typed: string, who?: 'cleo' | 'uma' | 'sol') =>
  (await find(typed, who)).map(({ title }: { title: string }) => title)

it('[shell.md#palette] finds clients, projects, updates and people by a part of their name, with where they are shown', async () => {
  expect(await find('quillf')).toMatchObject([
    { kind: 'client', title: 'Quillfeather Bakery', detail: 'Quill Ltd', page: bakery },
  ])
  expect(await find('  ZEPHYR ')).toMatchObject([
    { kind: 'project', title: 'Zephyrine website', detail: 'Quillfeather Bakery', page: website },
  ])
  expect(await find('marzipan')).toMatchObject([{ kind: 'update', detail: 'Zephyrine website', page: website }])
  expect(await titles('reyes')).toContain('Ana Reyes')
})

it.each(['quilfeather', 'qiullfeather', 'quillfaether', 'zefyrine websit', 'marzipna menu'])(
  'finds %j too, by what was meant',
  async (typed) => {
    expect((await find(typed)).length).toBeGreaterThan(0)
  },
)

it.each(['quillféather  bakery', 'Quill\u00A0Feather’s', 'ZEPHYRİNE', 'marzipa\u0301n'])(
  'finds what people take for the same letters: %j',
  async (typed) => {
    expect((await find(typed)).length).toBeGreaterThan(0)
  },
)

it('has what begins with the words first', async () => {
  const agency_id = testData.agencies.north
  const id = crypto.randomUUID()
  const name = 'Oven of Quillfeather'
  await arrange(service.from('clients').insert({ id, agency_id, name, email: 'oven@bakery.test' }))
  expect(await titles('quillfeather')).toEqual(['Quillfeather Bakery', name])
  await arrange(service.from('clients').delete().eq('id', id))
})

it('leaves out what is only like the words where something has them', async () => {
  expect(await titles('quillfeather bakery')).toEqual(['Quillfeather Bakery'])
})

it('finds an old project behind two thousand newer ones, and eight of a kind at most', async () => {
  const projects = Array.from({ length: 2002 }, (_, number) => ({
    agency_id: testData.agencies.north,
    client_id: bakery,
    project_type: 'maintenance',
    name: `Upkeep ${number}`,
  }))
  await arrange(service.from('projects').insert(projects))
  expect(await titles('zephyrine')).toEqual(['Zephyrine website'])
  expect(await titles('upkeep')).toHaveLength(8)
})

it('tells nobody of what they do not read, and a super admin of everything', async () => {
  for (const typed of ['quillfeather', 'zephyrine', 'marzipan']) {
    expect(await find(typed, 'cleo')).toEqual([])
    expect(await find(typed, 'uma')).toEqual([])
    expect(await find(typed, 'sol')).toHaveLength(1)
  }
})

it('takes whatever is typed', async () => {
  for (const typed of ['', '  ', 'qu', "'; drop table clients; --", '%%%', '\\\\\\', 'x'.repeat(5000)]) {
    expect(await find(typed)).toEqual([])
  }
})
