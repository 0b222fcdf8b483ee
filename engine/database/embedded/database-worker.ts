import { parentPort, workerData } from 'node:worker_threads'
import type { PGlite } from '@electric-sql/pglite'
import { collectGarbageWhenIdle } from '../../kernel/collect-garbage.ts'
import { WatchablePglite } from './statement-time/watchable-pglite.ts'
import { syncThrough } from './sync-on-one-thread.ts'
import { LogSync } from './wal-sync.ts'
import { compilePglite } from './wasm/compile-pglite.ts'
import type { Batch, BatchAnswer, WorkerAnswer, WorkerData, WorkerRequest } from './worker-messages.ts'

const port = parentPort
if (!port) throw new Error('The database runs on a thread of its own: this file is not started by hand.')
const { syncPort, module: compiled, ...ways }: WorkerData = workerData
// This comes first: Node cannot store the code that other threads compile for the next start.
const module = compiled ?? compilePglite()
const watchable = new WatchablePglite(module)
const { openPglite } = await import('./pglite.ts')

/** Reports the error and ends the thread; the next one recovers from the log. */
function stop(error: unknown) {
  const message = error instanceof Error ? error.message : String(error)
  port?.postMessage({ kind: 'failed', message } satisfies WorkerAnswer)
  process.exit()
}

const log = new LogSync(syncThrough(syncPort), stop)

/** Everything that an answer reports is on the disk by then. */
function answer(message: WorkerAnswer) {
  log.settle()
  port?.postMessage(message)
}

let opening: Promise<PGlite>
port.on('message', async (question: WorkerRequest) => {
  if (question.kind === 'open') {
    opening = openPglite(question.folder, { emscripten: watchable.options(), sync: log, ...ways })
    opening
      .then((pglite) => answer({ kind: 'ready', insight: watchable.watch(pglite, stop), module }))
      .then(() => watchable.releaseZeros())
      .catch(stop)
    collectGarbageWhenIdle()
    return
  }
  const pglite = await opening
  if (question.kind === 'close') {
    await pglite.close()
    log.settle()
    port.close()
  } else {
    await answerAll(pglite, question.batches)
  }
})

/** Several answers are sent together, which is quicker, but no answer waits longer than this for a slow batch. */
const GROUPING_MS = 5

async function answerAll(pglite: PGlite, batches: readonly Batch[]) {
  let answers: BatchAnswer[] = []
  let told = performance.now()
  const tell = (isLast: boolean) => {
    answer({ kind: 'protocol', answers, isLast })
    answers = []
    told = performance.now()
  }
  for (const [index, { number, bytes }] of batches.entries()) {
    const began = performance.now()
    const end = await watchable.answer(pglite, number, bytes, (part) => {
      answers.push({ number, bytes: part })
      tell(false)
    })
    const now = performance.now()
    answers.push({ number, bytes: end, ms: now - began })
    const isLast = index === batches.length - 1
    if (isLast || now - told >= GROUPING_MS) tell(isLast)
  }
}
