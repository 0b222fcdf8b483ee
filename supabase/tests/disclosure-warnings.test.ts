import { afterAll, beforeAll, expect, it } from 'vitest'
import { arrange, service } from './people.ts'
import { createTestData, removeTestData, type TestData } from './test-data.ts'

let testData: TestData
const other = crypto.randomUUID()
beforeAll(async () => {
  testData = await createTestData()
  const { client } = testData.work.north
  await arrange(
    service.from('clients').insert({
      id: other,
      agency_id: testData.agencies.north,
      name: 'Otto’s Quayside Bikes',
      email: 'otto@bikes.test',
    }),
  )
  const note_text = 'Maria pays late every spring; never mention that her landlord wants the shop back in June.'
  await arrange(service.from('client_notes').insert({ client_id: client, note_text }))
})
afterAll(async () => {
  await service.from('clients').delete().eq('id', other)
  await removeTestData(testData)
})

const givesAway = (words: string, who: 'ben' | 'cleo' | 'uma' = 'ben') =>
  arrange(testData.people[who].db.rpc('text_gives_away', { client: testData.work.north.client, words }))

it('[client-updates.md#checks-before-creating] names other clients by whole words, whatever stands between them', async () => {
  expect(await givesAway('As for otto s quayside-bikes, we made a shop.')).toEqual([
    { kind: 'client', what: 'Otto’s Quayside Bikes' },
  ])
  expect(await givesAway('Bikes at the quayside, for Otto.')).toEqual([])
})

it('[client-updates.md#checks-before-creating] names them by the letters that a search takes for the same', async () => {
  const named = { kind: 'client', what: 'Otto’s Quayside Bikes' }
  expect(await givesAway('For Ötto’s Quayside Bikes'.normalize('NFD'))).toEqual([named])
  expect(await givesAway('OTTO\u00ADʼS\u00A0ＱＵＡＹＳＩＤＥ‑BIKES')).toEqual([named])
})

it('finds a passage of this client’s notes, and not a few words that everybody uses', async () => {
  const [found] = await givesAway('News! Maria pays late every spring, never mention that her landlord wants it.')
  expect(found).toMatchObject({ kind: 'note', what: expect.stringContaining('every spring never mention') })
  expect(await givesAway('Her landlord wants the shop back.')).toEqual([])
  expect(await givesAway('')).toEqual([])
})

it('tells nobody what they do not read themselves', async () => {
  const words = 'Otto’s Quayside Bikes. Maria pays late every spring; never mention that her landlord wants the shop.'
  expect(await givesAway(words)).toHaveLength(2)
  expect(await givesAway(words, 'cleo')).toEqual([])
  expect(await givesAway(words, 'uma')).toEqual([])
})
