import { afterAll, beforeAll, expect, it } from 'vitest'
import { throwawayDatabase } from '../testing/throwaway-database.ts'
import type { RowTaker } from './database.ts'

let database: Awaited<ReturnType<typeof throwawayDatabase>>

beforeAll(async () => {
  database = await throwawayDatabase()
})

afterAll(() => database[Symbol.asyncDispose]())

class CollectedRows implements RowTaker {
  begun = 0
  rows: (readonly (string | null)[])[] = []

  begin() {
    this.begun++
    this.rows = []
  }
  take(values: readonly (string | null)[]) {
    this.rows.push(values)
  }
}

it('is given the rows one by one as the texts that they are, and nobody else is', async () => {
  const text = `select n, case when n = 2 then '{"a": 1.0}'::json end as body from generate_series(1, $1) as n`
  const rows = [
    ['1', null],
    ['2', '{"a": 1.0}'],
  ]
  for (const options of [{}, { isolation: 'serializable' as const }]) {
    const taker = new CollectedRows()
    expect(await database.run(options, { text, values: ['2'], taker })).toEqual([])
    expect(taker).toEqual({ begun: 1, rows })
  }
  const taker = new CollectedRows()
  expect(await database.transaction({}, (tx) => tx.query(text, ['2'], { taker }))).toEqual([])
  expect(taker).toEqual({ begun: 1, rows })
})

it('is told to begin again where the statement is done once more', async () => {
  const text = 'select 5 / n from (values (5), (1), (5), (0)) as numbers (n) where n = $1 or $1 = -1'
  const taker = new CollectedRows()
  await expect(database.run({}, { text, values: ['-1'], taker })).rejects.toThrow('division by zero')
  await database.run({}, { text, values: ['5'], taker })
  expect(taker).toEqual({ begun: 2, rows: [['1'], ['1']] })
})

it('is given what is longer than one piece of an answer', async () => {
  const taker = new CollectedRows()
  const text = `select n, repeat('x', 1000) from generate_series(1, 3000) as n`
  await database.run({}, { text, taker })
  expect(taker.rows).toEqual(Array.from({ length: 3000 }, (_, at) => [String(at + 1), 'x'.repeat(1000)]))
})
