import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { embeddedDatabase } from '../database/embedded/embedded-database.ts'
import { postgresDatabase } from '../database/postgres-database.ts'
import type { Config } from '../kernel/config/environment-variables.ts'
import { openStore } from '../storage/files/open-file-store.ts'
import { EXAMINATION_PATH } from './examination-routes.ts'
import { type Examination, examination, examineDatabase } from './examine-database.ts'
import type { MigratedProject } from './migrated-project.ts'

type ExaminationOptions = { config: Config; project: MigratedProject; url: string; serviceRoleKey: string }

/**
 * Examines the database of an installation. A PostgreSQL is queried directly; an embedded database through the server
 * that has it open, or directly while none runs. Throws with the reason where that is not possible.
 */
export async function examineInstallation({
  config,
  project,
  url,
  serviceRoleKey,
}: ExaminationOptions): Promise<Examination> {
  if (!config.databaseUrl) {
    const headers = { apikey: serviceRoleKey }
    const answer = await fetch(`${url}${EXAMINATION_PATH}`, { headers }).catch(() => undefined)
    if (answer?.ok) return examination.parse(await answer.json())
    if (answer) throw new Error(`The server at ${url} could not be examined: it answered ${answer.status}.`)
    if (!existsSync(join(config.dataDir, 'db'))) throw new Error(`There is no database in ${config.dataDir} yet.`)
  }
  const store = await openStore(config, join(config.dataDir, 'files', 'incoming'))
  const database = config.databaseUrl
    ? postgresDatabase(config.databaseUrl, `${config.name} doctor`)
    : await embeddedDatabase(join(config.dataDir, 'db'))
  try {
    return await examineDatabase({ database, store, project })
  } finally {
    store.close()
    await database.close()
  }
}
