import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { migrate } from '../../database/migrations/migrate.ts'
import { postgresDatabase } from '../../database/postgres-database.ts'
import { loadPackage } from '../../kernel/optional-package.ts'
import { freshDatabase } from '../../testing/fresh-database.ts'
import { startPostgres } from '../../testing/start-postgres.ts'
import { type BucketFeature, bucketPackage } from '../files/bucket-package.ts'
import { asEngine } from '../http/caller-settings.ts'
import { missingFiles } from '../rows/missing-files.ts'
import { s3Key, startS3Server } from '../testing/s3-server.ts'
import { claimStore } from './claim-store.ts'
import { recheckMissing } from './review-quarantine.ts'
import { runExclusively } from './run-exclusively.ts'
import { sweep } from './sweep.ts'

Object.assign(process.env, s3Key)
const home = await mkdtemp(join(tmpdir(), 'engine-sweeps-'))
const own = process.env.TEST_POSTGRES_URL ? undefined : await startPostgres()
const database = postgresDatabase(await freshDatabase(process.env.TEST_POSTGRES_URL ?? own?.url ?? ''))
const s3 = await startS3Server(join(home, 's3'), 'files')
const store = (await loadPackage<BucketFeature>(bucketPackage('This test'))).store({
  bucket: 'files',
  region: 'us-east-1',
  endpoint: s3.endpoint,
})
afterAll(async () => {
  store.close()
  await s3.stop()
  await database.close()
  await own?.stop()
  await rm(home, { recursive: true, force: true })
})

beforeAll(async () => {
  await migrate(database, 'no-project')
  await sql("insert into storage.buckets (id, name) values ('a', 'a')")
  await claimStore(database, store)
})

const sql = (text: string, values: unknown[] = []) => database.run(asEngine, { text, values })
const row = (version: string) =>
  sql("insert into storage.objects (bucket_id, name, version) values ('a', $1, $1)", [version])
async function file() {
  const version = randomUUID()
  await store.put(version, await tempFile(version))
  return version
}
async function tempFile(content: string) {
  const path = join(home, randomUUID())
  await writeFile(path, content)
  return path
}
const some = (make: () => Promise<string>) => Promise.all(Array.from({ length: 20 }, make))

/** Two servers that sweep at the same time, each retrying until its turn. */
async function bothSweep() {
  const log = { warn: () => undefined }
  const work = async () => void (await sweep({ database, store, log }, { graceMs: 0 }))
  const turn = () => vi.waitUntil(() => runExclusively(database, work), { timeout: 60_000 })
  await Promise.all([turn(), turn()])
}

it('one server sweeps at a time, and another when that was killed', async () => {
  const gate = Promise.withResolvers<void>()
  const first = runExclusively(database, () => gate.promise)
  const work = vi.fn(async () => undefined)
  await vi.waitUntil(async () => (await sql('select from engine.file_store where swept_until > now()')).length > 0, {
    timeout: 20_000,
  })
  expect(await runExclusively(database, work)).toBe(false)
  gate.resolve()
  expect(await first).toBe(true)
  expect(await runExclusively(database, work)).toBe(true)
  await sql("update engine.file_store set swept_by = gen_random_uuid(), swept_until = now() - interval '1 second'")
  expect(await runExclusively(database, work)).toBe(true)
  expect(work).toHaveBeenCalledTimes(2)
})

it('two servers that sweep at the same time lose nothing', async () => {
  const orphans = await some(file)
  const returned = await some(file)
  const kept = await some(file)
  await store.quarantine.add(returned)
  for (const version of [...returned, ...kept]) await row(version)
  const missing = randomUUID()
  await row(missing)
  // The store's clock may be behind.
  await sleep(1100)
  await bothSweep()

  const waiting = new Set<string>()
  for await (const { version } of store.quarantine.list()) waiting.add(version)
  expect([...waiting].sort()).toEqual(orphans.toSorted())
  for (const version of [...returned, ...kept]) expect(await store.sizeOf(version)).toEqual(expect.any(Number))
  expect(await missingFiles(database)).toBe(1)

  for (const version of orphans) await row(version)
  await bothSweep()
  for (const version of orphans) expect(await store.sizeOf(version)).toEqual(expect.any(Number))
  await store.put(missing, await tempFile(missing))
  await recheckMissing(database, store)
  expect(await missingFiles(database)).toBe(0)
  expect(await sql('select count(*)::int as rows from storage.objects')).toEqual([{ rows: 61 }])
})
