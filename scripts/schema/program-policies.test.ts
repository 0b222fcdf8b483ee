import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspectAfterSql, type Transaction, throwawayDatabase } from 'engine/testing/database'
import { expect, it } from 'vitest'
import { projectDir } from './project-sql.ts'

/**
 * The list of answer_program says what programs reach, and supabase/tests/program-keys.test.ts tries it. This asks what the
 * policies alone would let a key through to if that list were wrong.
 */
const files = ['seed.sql', ...globSync('demo/*.sql', { cwd: projectDir }).sort()]
const scene = new Map(files.map((file) => [file, readFileSync(join(projectDir, file), 'utf8')]))
const KEY = 'f0000000-0000-4000-8000-000000000001'
scene.set(
  'a key of North',
  `insert into program_keys (id, agency_id, name, scope)
   values ('${KEY}', 'a0000000-0000-4000-8000-000000000001', 'Zapier', 'write')`,
)

/** Tables whose rows are visible to everybody who sees their client or project. Only the list of answer_program excludes them. */
const besides = ['client_link_openings', 'client_links', 'project_notes', 'update_answers', 'update_reach']
const listed = ['client_notes', 'clients', 'contact_submissions', 'project_steps', 'project_updates', 'projects']

/** The right is missing, or it is a view in which nothing can be deleted. */
const REFUSALS = ['42501', '55000']

async function rowsOf(tx: Transaction, statement: string): Promise<number> {
  await tx.query('savepoint beginning')
  const found = await tx.query<{ count: number }>(statement).catch((error: unknown) => {
    if (!REFUSALS.includes(Object(error).code)) throw error
    return [{ count: 0 }]
  })
  await tx.query('rollback to beginning')
  return Number(found[0]?.count)
}

it('[program-keys.md#requests] lets a key through to no other table, and to nothing of other agencies, and deletes nothing', async () => {
  await using database = await throwawayDatabase(projectDir)
  const { seen, deleted, agencies } = await inspectAfterSql(database, scene, async (tx) => {
    await tx.query(`set local mainstreet.program_key = '${KEY}'; set local role authenticated`)
    const tables = await tx.query<{ name: string }>(
      `select oid::regclass::text as name from pg_catalog.pg_class
       where relnamespace in ('public'::regnamespace, 'storage'::regnamespace) and relkind in ('r', 'v')`,
    )
    const seen: string[] = []
    const deleted: string[] = []
    for (const { name } of tables) {
      if ((await rowsOf(tx, `select count(*) from ${name}`)) > 0) seen.push(name)
      const deletion = `with gone as (delete from ${name} returning 1) select count(*) from gone`
      if ((await rowsOf(tx, deletion)) > 0) deleted.push(name)
    }
    const agencies = await tx.query<{ agency_id: string }>(
      'select agency_id from clients union select agency_id from projects union select agency_id from project_steps',
    )
    return { seen, deleted, agencies: agencies.map(({ agency_id }) => agency_id) }
  })
  expect(seen.sort()).toEqual([...besides, ...listed].sort())
  expect(deleted).toEqual([])
  expect(agencies).toEqual(['a0000000-0000-4000-8000-000000000001'])
})
