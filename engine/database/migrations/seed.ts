import { globSync } from 'node:fs'
import { join } from 'node:path'
import { readText } from '../../kernel/text-file.ts'
import type { Database } from '../database.ts'
import { type AsRun, PROJECT_SEARCH_PATH } from './migration-histories.ts'
import { runFile } from './run-file.ts'

/**
 * Runs the files that the patterns name, relative to the project's folder, as the CLI's `sql_paths` do: pattern by
 * pattern, and the files of one pattern by name. The files share their temporary tables and functions, as on the CLI's
 * single connection. Returns the files. `asRun` is the one of `migrate`.
 */
export async function seed(
  database: Database,
  projectDir: string,
  patterns: readonly string[],
  asRun: AsRun,
): Promise<string[]> {
  const files: string[] = []
  for (const pattern of patterns) {
    const matching = globSync(pattern, { cwd: projectDir }).sort()
    // A missing file is only a warning, as in the CLI: the default of config.toml names a file that a project need not
    // have.
    if (matching.length === 0) console.warn(`Database: there is no ${pattern} in ${projectDir} to seed from.`)
    files.push(...matching)
  }
  for (const [index, file] of files.entries()) {
    const leavesTemporary = index < files.length - 1
    const sql = await readText(join(projectDir, file))
    await database.transaction({ settings: { search_path: PROJECT_SEARCH_PATH } }, (tx) =>
      runFile(tx, { key: `${file} of the seeds`, title: file, isOurs: false, sql, asRun, leavesTemporary }),
    )
  }
  return files
}
