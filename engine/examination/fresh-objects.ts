import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { embeddedDatabase } from '../database/embedded/embedded.ts'
import { migrate } from '../database/migrations/migrate.ts'
import { featureTables } from '../features.ts'
import type { Project } from '../supabase-project.ts'
import { objectsOf } from './objects.ts'

/** What a new installation of this project has in its database; made in a folder of its own, which goes again. */
export async function freshObjects({ dir, config }: Project): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'fresh-database-'))
  try {
    const database = await embeddedDatabase(join(folder, 'db'))
    try {
      await migrate(database, dir, featureTables(config))
      return await database.transaction({ readOnly: true }, objectsOf)
    } finally {
      await database.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
