import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { embeddedDatabase } from '../database/embedded/embedded-database.ts'
import { migrate } from '../database/migrations/migrate.ts'
import { objectsOf } from './list-objects.ts'
import type { MigratedProject } from './migrated-project.ts'

/**
 * The objects in a new database of this project, with the tables of these further features; created in a temporary
 * folder.
 */
export async function freshObjects(project: MigratedProject, also: readonly string[]): Promise<Record<string, string>> {
  const tables = project.featureTables().map((table) => ({ ...table, isOn: table.isOn || also.includes(table.name) }))
  const folder = await mkdtemp(join(tmpdir(), 'fresh-database-'))
  try {
    const database = await embeddedDatabase(join(folder, 'db'))
    try {
      await migrate(database, project.dir, tables, {
        exposesNewTables: project.config.api.auto_expose_new_tables,
        vaultSecrets: project.config.db.vault,
      })
      return await database.transaction({ readOnly: true }, objectsOf)
    } finally {
      await database.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
