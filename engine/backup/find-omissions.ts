import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openFolder } from '../database/offline/plain-client.ts'
import type { Heading } from './archive-format.ts'
import { createEmptyTables } from './create-empty-tables.ts'
import { createTables, type TablesTarget } from './create-tables.ts'
import { differencesFrom } from './not-in-backup.ts'
import { pauseEventTriggers } from './pause-triggers.ts'

/** Finds out what a backup will not restore by creating its tables without rows in a temporary folder. */
export async function findOmissions({ config, features }: TablesTarget, heading: Heading): Promise<string[]> {
  const folder = join(config.dataDir, 'copies', `comparison-${randomUUID()}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    await createTables({ config: { ...config, dataDir: folder, databaseUrl: undefined }, features }, heading)
    const { client, end } = await openFolder(join(folder, 'db'))
    try {
      await client.query('begin')
      const resume = await pauseEventTriggers(client)
      await createEmptyTables(client, heading.definitions ?? [])
      await resume()
      return await differencesFrom(heading, client)
    } finally {
      await end()
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : error
    return [`Whether it holds everything was not found out, since its tables cannot be made for trial: ${reason}`]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
