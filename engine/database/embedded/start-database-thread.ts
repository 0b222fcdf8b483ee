import { Worker } from 'node:worker_threads'
import { serveSyncs } from './sync-on-one-thread.ts'
import type { Module } from './wasm/web-assembly.ts'
import type { WorkerAnswer, WorkerData } from './worker-messages.ts'

let threadOptions: Pick<WorkerData, 'bufferMb'> = {}

/** PGlite's module once a thread has compiled it. Threads share the code of a module, so that the next one compiles less. */
let module: Module | undefined

/** Sets the shared_buffers of each database that this process opens from now on. */
export function setSharedBuffers(megabytes: number) {
  threadOptions = { bufferMb: megabytes }
}

/** Starts a thread that loads PGlite at once and opens the first folder that it is sent (database-worker.ts). */
export function startThread(): Worker {
  const syncPort = serveSyncs()
  const thread = new Worker(new URL('./database-worker.ts', import.meta.url), {
    execArgv: [],
    workerData: { syncPort, module, ...threadOptions } satisfies WorkerData,
    transferList: [syncPort],
    resourceLimits: { maxYoungGenerationSizeMb: 4, stackSizeMb: STACK_MB },
  })
  thread.on('message', (answer: WorkerAnswer) => {
    if (answer.kind === 'ready') module = answer.module
  })
  return thread
}

/**
 * The stack of the thread. Postgres recurses through nested expressions and values; a stack overflow crashes
 * WebAssembly in the middle of an answer, and every statement after it fails. On the default stack 12,000 brackets are
 * enough for that. Only the part of the stack that is used takes memory.
 */
const STACK_MB = 64
