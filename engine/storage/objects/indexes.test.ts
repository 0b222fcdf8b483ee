import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../database/database.ts'
import { throwawayDatabase } from '../../testing/throwaway-database.ts'

let database: Database & AsyncDisposable

beforeAll(async () => {
  database = await throwawayDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

it.each([
  ['as the service asks for it', ''],
  ['by SQL of a project that knows of versions', 'and archived_at is null'],
])('a file is found by its name without a look at the others of its bucket: %s', async (_, more) => {
  const plan = await database.run<{ 'QUERY PLAN': string }>(
    { settings: { enable_seqscan: 'off', enable_bitmapscan: 'off' } },
    { text: `explain (costs off) select from storage.objects where bucket_id = 'a' and name = 'b' ${more}` },
  )
  const text = plan.map((line) => line['QUERY PLAN']).join('\n')
  expect(text).toMatch(/Index Cond: \(\(bucket_id = 'a'::text\) AND \(name = 'b'::text\)/)
})
