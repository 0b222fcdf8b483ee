import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { startThread } from '../database/embedded/start-database-thread.ts'
import type { RunningEngine } from '../kernel/running-engine.ts'
import type { Installation } from './installation.ts'

/**
 * Starts everything that the environment configures, and resolves when it is ready. Throws an error whose message tells
 * the operator what to do.
 *
 * Nothing else is loaded before this is called: code compiled at the last start, with its types stripped, comes from
 * the cache, and the thread of the embedded database, which takes the longest, loads at the same time as everything
 * else.
 */
export async function startEngine(installation: Installation): Promise<RunningEngine> {
  // NODE_COMPILE_CACHE may name the folder. Node's default is among the temporary files, where any user may write.
  const { directory } = enableCompileCache(join(findModulesFolder(import.meta.dirname), '.cache/compiled'))
  // The variable passes the folder on to threads. On a read-only disk there is none.
  if (directory !== undefined) process.env.NODE_COMPILE_CACHE ??= directory
  const thread = installation.env.DATABASE_URL ? undefined : startThread()
  const { openEngine: open } = await import('./open-engine.ts')
  return open(installation, thread)
}

/** The node_modules folder that contains the engine, or the one of the engine's own repository. */
function findModulesFolder(here: string): string {
  const [, installed] = /^(.*[\\/]node_modules)[\\/]/.exec(here) ?? []
  return installed ?? join(here, '../../node_modules')
}
