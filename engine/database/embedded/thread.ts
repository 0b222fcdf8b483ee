import { Worker } from 'node:worker_threads'
import { syncFor } from './sync-together.ts'

/** A thread that loads PGlite at once, and opens the folder that it is told first (worker.ts). */
export function startThread(): Worker {
  const syncPort = syncFor()
  return new Worker(new URL('./worker.ts', import.meta.url), {
    execArgv: [],
    workerData: { syncPort },
    transferList: [syncPort],
    resourceLimits: { maxYoungGenerationSizeMb: 4, stackSizeMb: STACK_MB },
  })
}

/**
 * Postgres recurses through nested expressions and values. Where the thread's stack ends, WebAssembly is torn off in the
 * middle of an answer, and no statement after it gets one; on the default stack, 12,000 brackets are enough. Only what
 * is touched is memory.
 */
const STACK_MB = 64
