import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { ConfigError, parseConfig } from './config.ts'
import { DatabaseUnreachable } from './database/database.ts'
import { embeddedDatabase } from './database/embedded/embedded.ts'
import { postgresDatabase } from './database/postgres.ts'
import { keepGivingBackMemory } from './give-back-memory.ts'
import type { RunningServer, StartOptions } from './serve.ts'
import { tidyUpLater } from './tidy-up.ts'

/**
 * Starts everything `env` asks for; throws an error whose message tells the operator what to do. `thread` is one that
 * was started ahead for an embedded database.
 */
export async function start(env: NodeJS.ProcessEnv, options: StartOptions, thread?: Worker): Promise<RunningServer> {
  const config = parseConfig(env)
  // Before the services are even loaded.
  const database = config.databaseUrl
    ? postgresDatabase(config.databaseUrl)
    : await embeddedDatabase(join(config.dataDir, 'db'), { thread })
  try {
    const { serve } = await import('./serve.ts')
    const server = await serve(config, database, options)
    tidyUpLater()
    keepGivingBackMemory()
    return server
  } catch (error) {
    await database.close()
    throw error instanceof DatabaseUnreachable && config.databaseUrl
      ? new ConfigError(`DATABASE_URL should be the address of a database that answers: ${error.message}.`)
      : error
  }
}
