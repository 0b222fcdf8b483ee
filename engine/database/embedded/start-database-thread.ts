import { Worker } from 'node:worker_threads'
import { serveSyncs } from './sync-on-one-thread.ts'
import type { WorkerData } from './worker-messages.ts'

let threadOptions: Pick<WorkerData, 'bufferMb'> = {}

/** Sets the shared_buffers of each database that this process opens from now on. */
export function setSharedBuffers(megabytes: number) {
  threadOptions = { bufferMb: megabytes }
}

/** Starts a thread that loads PGlite at once and opens the first folder that it is sent (database-worker.ts). */
export function startThread(): Worker {
  const syncPort = serveSyncs()
  return new Worker(new URL('./database-worker.ts', import.meta.url), {
    execArgv: [],
    workerData: { syncPort, ...threadOptions } satisfies WorkerData,
    transferList: [syncPort],
    resourceLimits: { maxYoungGenerationSizeMb: 4, stackSizeMb: STACK_MB },
  })
}

/**
 * The stack of the thread. Postgres recurses through nested expressions and values; a stack overflow crashes
 * WebAssembly in the middle of an answer, and every statement after it fails. On the default stack 12,000 brackets are
 * enough for that. Only the part of the stack that is used takes memory.
 */
const STACK_MB = 64
