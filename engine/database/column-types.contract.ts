import { afterAll, beforeAll, expect, it } from 'vitest'
import { throwawayDatabase } from '../testing/throwaway-database.ts'

let database: Awaited<ReturnType<typeof throwawayDatabase>>

beforeAll(async () => {
  database = await throwawayDatabase()
})

afterAll(() => database[Symbol.asyncDispose]())

it('reads json, or leaves it the text that it is', async () => {
  const text = `select '{"id": 12345678901234567890}'::json as body, '2026-03-01'::date as day`
  const asIs = [{ body: '{"id": 12345678901234567890}', day: '2026-03-01' }]
  expect(await database.run({}, { text, jsonAsText: true })).toEqual(asIs)
  expect(await database.run({ isolation: 'serializable' }, { text, jsonAsText: true })).toEqual(asIs)
  expect(await database.transaction({}, (tx) => tx.query(text, [], { jsonAsText: true }))).toEqual(asIs)
  expect(await database.run({}, { text: `select '{"id": 1}'::json as body` })).toEqual([{ body: { id: 1 } }])
})

it('reads the same statement one way and the other, however often it comes', async () => {
  const text = `select '{"id": 1}'::json as body`
  for (let time = 0; time < 6; time++) {
    expect(await database.run({}, { text, jsonAsText: true })).toEqual([{ body: '{"id": 1}' }])
    expect(await database.run({}, { text })).toEqual([{ body: { id: 1 } }])
  }
})

it('keeps dates as they were written, whatever the time zone', async () => {
  const rows = await database.run({}, { text: "select '2026-03-01'::date as d, '12.30'::numeric(9,2) as money" })
  expect(rows).toEqual([{ d: '2026-03-01', money: '12.30' }])
})
