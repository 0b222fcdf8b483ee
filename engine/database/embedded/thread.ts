import { Worker } from 'node:worker_threads'
import { syncFor } from './sync-together.ts'
import type { WorkerData } from './worker-messages.ts'

let ways: Pick<WorkerData, 'bufferMb'> = {}

/** How much Postgres keeps of its tables in memory, in each database that this process opens from here on. */
export function buffer(megabytes: number) {
  ways = { bufferMb: megabytes }
}

/** A thread that loads PGlite at once, and opens the folder that it is told first (worker.ts). */
export function startThread(): Worker {
  const syncPort = syncFor()
  return new Worker(new URL('./worker.ts', import.meta.url), {
    execArgv: [],
    workerData: { syncPort, ...ways } satisfies WorkerData,
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
