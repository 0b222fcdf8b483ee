import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { parseConfig } from './config.ts'
import type { Database } from './database/database.ts'
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
  let database: Database | undefined
  try {
    // Before the services are even loaded.
    database = config.databaseUrl
      ? postgresDatabase(config.databaseUrl)
      : await embeddedDatabase(join(config.dataDir, 'db'), { thread })
    const { serve } = await import('./serve.ts')
    const server = await serve(config, database, options)
    tidyUpLater()
    keepGivingBackMemory()
    return server
  } catch (error) {
    await database?.close()
    const { lastWords } = await import('./last-words.ts')
    throw new Error(await lastWords(error, config), { cause: error })
  }
}
