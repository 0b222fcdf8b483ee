import { inspectAfterSql, throwawayDatabase } from 'engine/testing/database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { projectDir } from './project-sql.ts'

let database: Awaited<ReturnType<typeof throwawayDatabase>>
beforeAll(async () => {
  database = await throwawayDatabase(projectDir)
})
afterAll(() => database[Symbol.asyncDispose]())

/**
 * The tables that lose a reference (`on delete set null`) when a row is deleted that is kept for thirty days, and that have no
 * `id`, by which private.keep_rows and private.mend_cuts find their rows again.
 */
const WITHOUT_ID = `
  with recursive kept (place) as (
    select tgrelid from pg_trigger join pg_proc on pg_proc.oid = tgfoid where proname = 'keep_deleted'
    union
    select conrelid from pg_constraint join kept on confrelid = place where contype = 'f' and confdeltype = 'c'
  )
  select distinct conrelid::regclass::text as name
  from pg_constraint join kept on confrelid = place
  where contype = 'f' and confdeltype = 'n' and not exists (
    select from pg_attribute where attrelid = conrelid and attname = 'id' and atttypid = 'uuid'::regtype
  )`
const ANOTHER = `
  create table public.favourites (position integer primary key, note uuid references public.client_notes on delete set null)`

it('every table that loses a reference to a deleted row has an id, by which the reference is restored', async () => {
  const names = (sql: string) =>
    inspectAfterSql(database, new Map([['another table', sql]]), (tx) => tx.query<{ name: string }>(WITHOUT_ID))
  expect(await names('select')).toEqual([])
  expect(await names(ANOTHER)).toEqual([{ name: 'favourites' }])
})
