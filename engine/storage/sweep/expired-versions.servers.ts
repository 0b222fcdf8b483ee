import { afterAll, expect, it, vi } from 'vitest'
import { migrate } from '../../database/migrations.ts'
import { postgresDatabase } from '../../database/postgres.ts'
import { freshDatabase } from '../../testing/fresh-database.ts'
import { startPostgres } from '../../testing/postgres.ts'
import { asEngine, permanently } from '../http/statements.ts'
import { removeExpiredVersions } from './expired-versions.ts'

const own = process.env.TEST_POSTGRES_URL ? undefined : await startPostgres()
const database = postgresDatabase(await freshDatabase(process.env.TEST_POSTGRES_URL ?? own?.url ?? ''))
afterAll(async () => {
  await database.close()
  await own?.stop()
})

const sql = (text: string, values: unknown[] = []) => database.run(asEngine, { text, values })

it('a version that becomes the current one while others are expired stays', async () => {
  await migrate(database, 'no-project')
  const rules = [{ status: 'Enabled', filter: {}, noncurrentVersionExpiration: { noncurrentDays: 1 } }]
  await sql(
    "insert into storage.buckets (id, name, versioning_status, lifecycle_configuration) values ('a', 'a', 'ENABLED', $1)",
    [JSON.stringify({ rules })],
  )
  await sql("insert into storage.objects (bucket_id, name, version) values ('a', 'letter', 'one')")
  await sql("update storage.objects set version = 'two'")
  await sql("update storage.objects set archived_at = now() - interval '2 days' where version = 'one'")

  let expiring: Promise<void> | undefined
  await database.transaction(permanently(asEngine), async (tx) => {
    await tx.query("delete from storage.objects where version = 'two'")
    expiring = removeExpiredVersions(database)
    const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
    await vi.waitUntil(async () => (await sql(waiting)).length > 0, { timeout: 60_000 })
  })
  await expiring

  expect(await sql('select version, archived_at, is_delete_marker from storage.objects')).toEqual([
    { version: 'one', archived_at: null, is_delete_marker: false },
  ])
})
