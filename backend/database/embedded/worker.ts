import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { PGlite } from '@electric-sql/pglite'
import { tidyUpLater } from '../../tidy-up.ts'
import { togetherThrough } from './sync-together.ts'
import { compilePglite } from './wasm/compile.ts'

/** The first one asked is to open a folder; 'ready' or 'failed' answers it. */
export type WorkerQuestion =
  | { kind: 'open'; folder: string }
  | { kind: 'protocol'; bytes: Uint8Array }
  | { kind: 'close' }
export type WorkerAnswer =
  | { kind: 'ready' }
  | { kind: 'failed'; message: string }
  | { kind: 'protocol'; bytes: Uint8Array }

const port = parentPort
if (!port) throw new Error('The database runs on a thread of its own: this file is not started by hand.')
const answer = (message: WorkerAnswer) => port.postMessage(message)

// First of all: what other threads compile meanwhile, Node cannot keep for the next start.
const module = compilePglite()
const { syncPort }: { syncPort: MessagePort } = workerData
const { openPglite } = await import('./pglite.ts')

let opening: Promise<PGlite>
port.on('message', async (question: WorkerQuestion) => {
  if (question.kind === 'open') {
    opening = openPglite(question.folder, { module, sync: togetherThrough(syncPort) })
    opening.then(
      () => answer({ kind: 'ready' }),
      (error: unknown) => answer({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
    )
    tidyUpLater()
    return
  }
  const pglite = await opening
  if (question.kind === 'close') {
    await pglite.close()
    port.close()
  } else {
    answer({ kind: 'protocol', bytes: await pglite.execProtocolRaw(question.bytes, { throwOnError: false }) })
  }
})
