import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database } from '../database/database.ts'
import { throwawayDatabase } from '../testing/throwaway-database.ts'
import { recordsIn } from './backup-records.ts'

let database: Database & AsyncDisposable
beforeAll(async () => {
  database = await throwawayDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())
beforeEach(() => database.run({}, { text: 'delete from engine.backups' }))

const made = { name: 'a.tar.zst', place: 'archives', bytes: 1, rows: 1, files: 0, isProven: true }
const begunAt = async (id: string, when: string) =>
  void (await database.run({}, { text: `update engine.backups set began_at = ${when} where id = $1`, values: [id] }))
const ids = async () =>
  (await database.run<{ id: string }>({}, { text: 'select id from engine.backups' })).map(({ id }) => id)

it('forgets backups that were recorded while the clock ran ahead when it begins the next one', async () => {
  const records = recordsIn(database)
  const ahead = await records.begin()
  await records.end(ahead, made)
  await begunAt(ahead, "now() + interval '183 days'")
  const next = await records.begin()
  expect(await ids()).toEqual([next])
})

it('ends the records of backups that were killed, and of none that runs or has just begun', async () => {
  const records = recordsIn(database)
  const [killed, running, done] = [await records.begin(), await records.begin(), await records.begin()]
  await records.end(done, made)
  for (const id of [killed, running, done]) await begunAt(id, "now() - interval '1 hour'")
  const begun = await records.begin()
  await database.run({}, { text: 'select pg_advisory_unlock_all()' })
  await records.endAbandoned([running])
  const ended = { text: 'select id, failure from engine.backups where ended_at is not null order by failure' }
  expect(await database.run({}, ended)).toEqual([
    { id: killed, failure: 'Its process was stopped.' },
    { id: done, failure: null },
  ])
  expect(await ids()).toContain(begun)
})
