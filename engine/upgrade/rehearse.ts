import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { OnProgress } from '../backup/archive-pieces.ts'
import { backUp } from '../backup/create-backup.ts'
import { archiveOpener } from '../backup/open-archive.ts'
import { folderPlace } from '../backup/places/folder-place.ts'
import { inTemporaryFolder, type StartEngine, startOnce } from '../backup/verify-backup.ts'
import type { MigratedProject } from '../inspection/migrated-project.ts'
import type { Config } from '../kernel/config/environment-variables.ts'
import type { TablesOfFeature } from '../kernel/feature-tables.ts'
import type { RunningEngine } from '../kernel/running-engine.ts'
import type { Tokens } from '../tokens/tokens.ts'
import { type UpgradeResult, upgrade } from './upgrade.ts'

type RehearseOptions = {
  config: Config
  project: MigratedProject
  tokens: Pick<Tokens, 'serviceRoleKey'>
  onProgress: OnProgress
  features: readonly TablesOfFeature[]
  start: StartEngine
  inspect: (engine: RunningEngine) => Promise<string[]>
}

/**
 * Upgrades and starts a copy, which may be made while the server runs, and deletes it: shows what an upgrade would
 * change.
 */
export async function rehearse({ project, tokens, inspect, start, ...asked }: RehearseOptions): Promise<UpgradeResult> {
  const { config, onProgress } = asked
  const folder = join(config.dataDir, 'copies', `rehearsal-${randomUUID()}`)
  const place = folderPlace(folder)
  try {
    const { name } = await backUp({ ...asked, tokens, place, passphrase: undefined })
    return await inTemporaryFolder({ ...asked, open: archiveOpener(place, name, undefined) }, async (scratch) => {
      onProgress('upgrading the copy')
      const upgraded = await upgrade(scratch, project)
      await startOnce(scratch, { inspect, start })
      return upgraded
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
