import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import type { Database } from '../database/database.ts'
import { embeddedDatabase } from '../database/embedded/embedded-database.ts'
import { openPostgres } from '../database/pooler.ts'
import { collectGarbageWhenIdle } from '../kernel/collect-garbage.ts'
import { parseConfig } from '../kernel/config/environment-variables.ts'
import type { RunningEngine } from '../kernel/running-engine.ts'
import type { Installation } from './installation.ts'
import { trimMallocRegularly } from './malloc-trim.ts'

/** Opens the database and serves it. `thread` was started in advance for an embedded one. */
export async function openEngine(installation: Installation, thread: Worker | undefined): Promise<RunningEngine> {
  const config = parseConfig(installation.env, installation)
  const { NODE_EXTRA_CA_CERTS: certificates } = config.environment
  if (certificates) (await import('../kernel/extra-certificates.ts')).trustExtraCertificates(certificates)
  let database: Database | undefined
  try {
    // The database is opened before the services are loaded.
    database = config.databaseUrl
      ? await openPostgres({ ...config, databaseUrl: config.databaseUrl })
      : await embeddedDatabase(join(config.dataDir, 'db'), { thread })
    const { serve } = await import('./serve.ts')
    const engine = await serve(config, database, installation)
    collectGarbageWhenIdle()
    trimMallocRegularly()
    return engine
  } catch (error) {
    await database?.close()
    const { explainStartFailure } = await import('./explain-start-failure.ts')
    throw new Error(await explainStartFailure(error, config), { cause: error })
  }
}
