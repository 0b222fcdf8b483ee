import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { throwawayDatabase } from '../../testing/throwaway-database.ts'
import { migrate } from './migrate.ts'

const project = mkdtempSync(join(tmpdir(), 'engine-exposed-'))
afterAll(() => rmSync(project, { recursive: true }))

it('grants the API roles new tables and functions, or keeps those from them, as config.toml says', async () => {
  await using database = await throwawayDatabase()
  mkdirSync(join(project, 'migrations'))
  const migrated = async (stamp: number, name: string, exposesNewTables?: boolean) => {
    const sql = `create table public.${name} (n int); create function public.${name}() returns int language sql return 1;`
    writeFileSync(join(project, `migrations/${stamp}_${name}.sql`), sql)
    await migrate(database, project, [], { exposesNewTables })
    const text = `
      select has_table_privilege('anon', $1::text, 'select') as reads,
             (select array_agg(right_given::text) from pg_proc, unnest(proacl) as right_given
              where proname = $1 and right_given::text like 'anon=%') as calls`
    return (await database.run({}, { text, values: [name] }))[0]
  }
  const open = { reads: true, calls: [expect.stringContaining('anon=X/')] }
  const closed = { reads: false, calls: null }
  expect(await migrated(20260101000000, 'as_ever')).toEqual(open)
  expect(await migrated(20260102000000, 'closed', false)).toEqual(closed)
  expect(await migrated(20260103000000, 'still_closed')).toEqual(closed)
  expect(await migrated(20260104000000, 'open_again', true)).toEqual(open)
})
