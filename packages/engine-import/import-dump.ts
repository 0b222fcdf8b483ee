import { join } from 'node:path'
import {
  connectTo,
  createTables,
  type ImportOptions,
  type ImportResult,
  openFolder,
  readText,
  requireEmpty,
} from 'engine/feature'
import { importFiles } from './import-files.ts'
import { importRoles } from './import-roles.ts'
import { importRows } from './import-rows.ts'

/**
 * Brings the files of `supabase db dump --role-only` and `--data-only`, and a folder of stored files, into an empty
 * installation, whose tables the project's migrations make. Rows are compared with the dump. Nothing is kept where anything
 * fails, but for the empty tables. Throws `NotEmpty`, and `BadDump` for what does not fit.
 */
export async function importDump(options: ImportOptions): Promise<ImportResult> {
  const { config, features, exposesNewTables, roles, data, files, onProgress } = options
  await requireEmpty(config)
  onProgress('tables')
  await createTables({ config, features, exposesNewTables })
  const { client, end } = config.databaseUrl
    ? await connectTo(config.databaseUrl, 'import')
    : await openFolder(join(config.dataDir, 'db'))
  try {
    await client.query('begin')
    const notes = roles === undefined ? [] : await importRoles(client, await readText(roles))
    const imported = await importRows(client, data, onProgress)
    const stored = await importFiles(client, { config, folder: files, onProgress }, async () => {
      await client.query('commit')
    })
    return { ...imported, ...stored, notes: [...notes, ...imported.notes, ...stored.notes] }
  } finally {
    await end()
  }
}
