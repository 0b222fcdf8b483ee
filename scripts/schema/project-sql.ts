import { globSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { loadProject } from 'engine/config'
import type { SqlFiles } from 'engine/testing/database'
import { z } from 'zod'

export const projectDir = join(import.meta.dirname, '../../supabase')

/** The migrations of the project. */
export const history = (): SqlFiles => read(globSync('migrations/*.sql', { cwd: projectDir }).sort())

/** The schemas of the project: the files that config.toml names, in the order of `supabase db diff`. */
export async function state(): Promise<SqlFiles> {
  const { config } = await loadProject(projectDir)
  const { migrations } = z.object({ migrations: z.object({ schema_paths: z.array(z.string()) }) }).parse(config.db)
  return read(migrations.schema_paths.flatMap((path) => globSync(normalize(path), { cwd: projectDir }).sort()))
}

export const stateFiles = (): string[] => globSync('schemas/**/*.sql', { cwd: projectDir })

const read = (files: readonly string[]): SqlFiles =>
  new Map(files.map((file) => [file, readFileSync(join(projectDir, file), 'utf8')]))
