import { globSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { z } from 'zod'
import type { Database, Transaction } from '../../engine/database/database.ts'
import { loadProject } from '../../engine/supabase-project.ts'

/** Our project's SQL, file by file in the order in which it is applied: how the database came to be, or what it is. */
export type ProjectSql = ReadonlyMap<string, string>

const projectDir = join(import.meta.dirname, '../../supabase')

export const history = (): ProjectSql => read(globSync('migrations/*.sql', { cwd: projectDir }).sort())

/** The files that config.toml names, as `supabase db diff` takes them. */
export async function state(): Promise<ProjectSql> {
  const { config } = await loadProject(projectDir)
  const { migrations } = z.object({ migrations: z.object({ schema_paths: z.array(z.string()) }) }).parse(config.db)
  return read(migrations.schema_paths.flatMap((path) => globSync(normalize(path), { cwd: projectDir }).sort()))
}

export const stateFiles = (): string[] => globSync('schemas/**/*.sql', { cwd: projectDir })

/** What `look` finds where the SQL was applied. Nothing of it stays. */
export async function lookAfter<T>(
  database: Database,
  sql: ProjectSql,
  look: (tx: Transaction) => Promise<T>,
): Promise<T> {
  let found: { is: T } | undefined
  const takenBack = new Error('Nothing of it stays.')
  const applied = database.transaction({}, async (tx) => {
    for (const [file, text] of sql) {
      await tx.query(text).catch((cause: unknown) => {
        throw new Error(`${file} failed: ${cause instanceof Error ? cause.message : cause}`, { cause })
      })
      await tx.query('reset all')
    }
    found = { is: await look(tx) }
    throw takenBack
  })
  await applied.catch((error: unknown) => {
    if (error !== takenBack) throw error
  })
  if (!found) throw new Error('Nothing was looked at.')
  return found.is
}

const read = (files: readonly string[]): ProjectSql =>
  new Map(files.map((file) => [file, readFileSync(join(projectDir, file), 'utf8')]))
