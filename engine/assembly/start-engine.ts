import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { startThread } from '../database/embedded/thread.ts'
import type { RunningEngine } from '../kernel/running-engine.ts'
import type { Installation } from './installation.ts'

/**
 * Starts everything that the environment asks for and answers when it is ready. Throws an error whose message tells the
 * operator what to do.
 *
 * Nothing else is loaded before this is called: what was compiled at the last start, types stripped, is compiled no more,
 * and the embedded database's thread, which takes the longest, loads itself while everything else is being loaded.
 */
export async function startEngine(installation: Installation): Promise<RunningEngine> {
  // Whoever starts the process may name the folder; the usual one is among the temporary files, where anybody may write.
  const { directory } = enableCompileCache(join(modulesFolder(import.meta.dirname), '.cache/compiled'))
  // For the threads, which look for it there. On a read-only disk there is none.
  if (directory !== undefined) process.env.NODE_COMPILE_CACHE ??= directory
  const thread = installation.env.DATABASE_URL ? undefined : startThread()
  const { open } = await import('./open-engine.ts')
  return open(installation, thread)
}

/** That of whoever installed the engine; in its own repository, that beside it. */
function modulesFolder(here: string): string {
  const [, installed] = /^(.*[\\/]node_modules)[\\/]/.exec(here) ?? []
  return installed ?? join(here, '../../node_modules')
}
