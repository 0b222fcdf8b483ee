import { setFlagsFromString } from 'node:v8'
import { parentPort } from 'node:worker_threads'
import type { PGlite } from '@electric-sql/pglite'
import { tidyUpLater } from '../../tidy-up.ts'
import { openPglite } from './pglite.ts'

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

// How much V8 lets a function of the database do before it compiles it anew, optimised: some eighty times its own
// budget, or the SQL parser alone would take a core and 600 MB of the start.
setFlagsFromString('--wasm-tiering-budget=1000000000')
// Each function is looked over when it is first called, not all nine megabytes of them at once.
setFlagsFromString('--wasm-lazy-validation')

let opening: Promise<PGlite>
port.on('message', async (question: WorkerQuestion) => {
  if (question.kind === 'open') {
    opening = openPglite(question.folder)
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
