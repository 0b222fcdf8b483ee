import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../database/database.ts'
import { embeddedDatabase } from '../../database/embedded/embedded-database.ts'
import { migrate } from '../../database/migrations/migrate.ts'

let home: string
let database: Database

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'engine-indexes-'))
  database = await embeddedDatabase(join(home, 'db'))
  await migrate(database, join(home, 'no-project'))
}, 60_000)
afterAll(async () => {
  await database.close()
  await rm(home, { recursive: true, force: true })
})

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
