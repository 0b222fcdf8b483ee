/** `npm run migration`: writes, records or renames the migrations of supabase/; with --check it reports problems. */
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { throwawayDatabase } from 'engine/testing/database'
import { projectDir, state } from '../schema/project-sql.ts'
import { faultsOf, MigrationsFolder } from './migrations-folder.ts'
import { squash } from './squash.ts'
import { differencesOf, NotWritten, recordMigrations, restamp, writeMigration } from './write-migration.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { check: { type: 'boolean' }, restamp: { type: 'boolean' }, squash: { type: 'boolean' } },
})
const folder = new MigrationsFolder(projectDir)

try {
  console.log(await done())
} catch (error) {
  if (!(error instanceof NotWritten)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function done(): Promise<string> {
  const now = new Date()
  if (values.restamp) return restamped(restamp(folder, now))
  await using database = await throwawayDatabase(undefined, { exposesNewTables: false })
  const project = { database, folder, schemas: await state(), now }
  if (values.check) return checked(faultsOf(folder, now), await differencesOf(project))
  if (values.squash) return `${await squash(project, lastCommit())} is the only migration.`
  if (positionals.length === 0) return recorded(await recordMigrations(project))
  const written = await writeMigration(project, positionals.join(' '))
  if (!written) return 'The schemas and the migrations make the same database: there is nothing to write.'
  if (written.byHand === 0)
    return `supabase/migrations/${written.file} is written and recorded. Read it before you commit it.`
  return `supabase/migrations/${written.file} has ${written.byHand} parts to be written by hand. Then run "npm run migration".`
}

function checked(faults: readonly string[], differing: string | undefined): string {
  if (faults.length > 0 || differing) throw new NotWritten([...faults, differing].filter(Boolean).join('\n'))
  return 'The migrations of supabase/ make what the schemas say.'
}

function restamped(files: readonly string[]): string {
  if (files.length === 0) return 'Every migration has its time.'
  return `${files.join('\n')}\nRun "npm run migration" to record them.`
}

function recorded(files: readonly string[]): string {
  return files.length > 0 ? `Recorded: ${files.join(', ')}` : 'All migrations are recorded.'
}

function lastCommit(): string {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: projectDir, encoding: 'utf8' })
  if (status !== 0) throw new NotWritten('A squash names the last commit that has the migrations, and there is no git.')
  return stdout.trim()
}
