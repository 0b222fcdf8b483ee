import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startThread } from './database/embedded/thread.ts'

// What was compiled at the last start, types stripped, is compiled no more: that halves the time to load. The scripts
// name the same folder, for this file too; the usual one is among the temporary files, where anybody may write.
const { directory: compiled } = enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'))
// For the threads, which look for it there.
process.env.NODE_COMPILE_CACHE ??= compiled
// Opening the embedded database takes the longest: its thread loads itself while everything else is being loaded.
const thread = process.env.DATABASE_URL ? undefined : startThread()
const { start } = await import('./start.ts')

/** The process: starts Mainstreet from the environment, and stops it cleanly when asked to. */
const { values: options } = parseArgs({
  options: { seed: { type: 'boolean', default: false }, 'seed-also': { type: 'string', multiple: true, default: [] } },
})
const asked = { seed: options.seed, seedAlso: options['seed-also'] }
const server = await start(process.env, asked, thread).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  if (process.env.LOG_LEVEL === 'debug') console.error(error)
  process.exit(1)
})

let stopping = false
async function stop() {
  if (stopping) return
  stopping = true
  await server.stop()
  process.exit(0)
}

process.on('SIGTERM', stop)
process.on('SIGINT', stop)
// Whoever started this process is gone, so nobody could stop it any more.
process.on('disconnect', stop)
process.on('unhandledRejection', (error) => console.error('A promise was rejected and nobody listened:', error))
process.on('uncaughtException', (error) => {
  console.error(error)
  process.exit(1)
})
