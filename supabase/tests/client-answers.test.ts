import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { arrange, service } from './people.ts'
import { createTestData, removeTestData, type TestData } from './test-data.ts'

let testData: TestData
beforeAll(async () => {
  testData = await createTestData()
})
afterAll(() => removeTestData(testData))

type Made = { id: string; hash: string }

async function makeLink(agency: 'north' | 'south' = 'north'): Promise<Made> {
  const { ben, cleo } = testData.people
  const { db } = agency === 'north' ? ben : cleo
  const [{ id, token }] = await arrange(
    db.rpc('make_client_link', { client: testData.work[agency].client, name: 'Maria' }),
  )
  return { id, hash: createHash('sha256').update(token).digest('hex') }
}

const open = (token_hash: string) => arrange(service.rpc('open_client_page', { token_hash }))

async function report(row: object): Promise<string> {
  const { project } = testData.work.north
  const update = { project_id: project, content: 'Which one?', visibility: 'client', ...row }
  const id = crypto.randomUUID()
  await arrange(service.from('project_updates').insert({ id, created_by: testData.people.ben.id, ...update }))
  return id
}

const answerBy = async ({ hash }: Made, title: string, fields: object = {}) => {
  const { updates } = await open(hash)
  const { ref } = updates.find((update: { title: string }) => update.title === title) ?? { ref: 'none' }
  const given = { answer: 'changes', comment: ' Warmer colours ', name: ' Maria ', ...fields }
  return arrange(service.rpc('answer_client_update', { token_hash: hash, update: ref, ...given }))
}

it('[for-clients.md#answers] is stored once, and read by whoever sees the update', async () => {
  const id = await report({ title: 'Please look', update_type: 'review' })
  const link = await makeLink()
  expect(await answerBy(link, 'Please look')).toBe('stored')
  expect(await answerBy(link, 'Please look', { answer: 'approved' })).toBe('answered')
  const answers = await arrange(testData.people.ben.db.from('update_answers').select().eq('update_id', id))
  expect(answers).toMatchObject([{ answer: 'changes', comment: 'Warmer colours', name: 'Maria', link_id: link.id }])
  const reach = testData.people.ben.db.from('update_reach').select().eq('update_id', id)
  expect(await arrange(reach)).toMatchObject([{ answer: 'changes' }])
})

it('[for-clients.md#answers] is taken once where it is sent twice, as by a second click', async () => {
  const id = await report({ title: 'Clicked twice', update_type: 'review' })
  const link = await makeLink()
  expect(await Promise.all([1, 2, 3].map(() => answerBy(link, 'Clicked twice')))).toEqual(Array(3).fill('stored'))
  expect(await answerBy(link, 'Clicked twice', { comment: 'Colder' })).toBe('answered')
  expect(await answerBy(await makeLink(), 'Clicked twice')).toBe('answered')
  const stored = service.from('update_answers').select('comment, notices(id)').eq('update_id', id)
  expect(await arrange(stored)).toMatchObject([{ comment: 'Warmer colours', notices: [{}] }])
})

it('[for-clients.md#answers] counts a line break as the one character that was typed', async () => {
  const id = await report({ title: 'Long', update_type: 'review' })
  const lines = Array(100).fill('x'.repeat(49))
  const sent = { comment: lines.join('\r\n'), name: 'Maria' }
  expect(await answerBy(await makeLink(), 'Long', sent)).toBe('stored')
  const [{ comment }] = await arrange(service.from('update_answers').select().eq('update_id', id))
  expect(comment).toBe(lines.join('\n'))
})

it.each([
  ['nameless', { name: ' \n' }],
  ['wordless', { comment: '\t' }],
  ['too long', { comment: 'x'.repeat(5001) }],
  ['too long', { name: 'x'.repeat(101) }],
])('[for-clients.md#answers] is not taken where it is %s', async (why, fields) => {
  const title = crypto.randomUUID()
  await report({ title, update_type: 'review' })
  expect(await answerBy(await makeLink(), title, fields)).toBe(why)
})

it('[for-clients.md#answers] is for updates that ask for one, and for those of the link’s own client', async () => {
  await report({ title: 'Only telling' })
  await report({ title: 'Of North', update_type: 'review' })
  expect(await answerBy(await makeLink(), 'Only telling')).toBeNull()
  const [{ ref }] = (await open((await makeLink()).hash)).updates
  const token_hash = (await makeLink('south')).hash
  const given = { token_hash, update: ref, answer: 'approved', comment: '', name: 'Eve' }
  expect(await arrange(service.rpc('answer_client_update', given))).toBeNull()
})
