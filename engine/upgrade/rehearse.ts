import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { RunningEngine } from '../assembly/installation.ts'
import type { Project } from '../assembly/supabase-project.ts'
import { backUp } from '../backup/back-up.ts'
import { archiveIn } from '../backup/open-archive.ts'
import type { OnProgress } from '../backup/pieces.ts'
import { folderPlace } from '../backup/places/folder.ts'
import { inScratch, startOnce } from '../backup/verify.ts'
import type { Config } from '../kernel/config/config.ts'
import type { Tokens } from '../tokens/tokens.ts'
import { type Upgraded, upgrade } from './upgrade.ts'

type Asked = {
  config: Config
  project: Project
  tokens: Pick<Tokens, 'serviceRoleKey'>
  onProgress: OnProgress
  inspect: (engine: RunningEngine) => Promise<string[]>
}

/** Upgrades a copy, which may be made while the server runs, starts it, and throws it away: what would become of the real one. */
export async function rehearse({ config, project, tokens, onProgress, inspect }: Asked): Promise<Upgraded> {
  const folder = join(config.dataDir, 'copies', `rehearsal-${randomUUID()}`)
  const place = folderPlace(folder)
  try {
    const { name } = await backUp({ config, tokens, place, passphrase: undefined, onProgress })
    return await inScratch({ config, open: archiveIn(place, name, undefined), onProgress }, async (scratch) => {
      onProgress('upgrading the copy')
      const upgraded = await upgrade(scratch, project)
      await startOnce(scratch, inspect)
      return upgraded
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
