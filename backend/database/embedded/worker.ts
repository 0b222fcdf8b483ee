import { setFlagsFromString } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import { tidyUpLater } from '../../tidy-up.ts'
import { openPglite } from './pglite.ts'

export type WorkerQuestion = { kind: 'protocol'; bytes: Uint8Array } | { kind: 'close' }
export type WorkerAnswer =
  | { kind: 'ready' }
  | { kind: 'failed'; message: string }
  | { kind: 'protocol'; bytes: Uint8Array }

const port = parentPort
if (!port) throw new Error('The database runs on a thread of its own: this file is not started by hand.')
const answer = (message: WorkerAnswer) => port.postMessage(message)

// How much V8 lets a function of the database do before it compiles it anew, optimised: fifteen times its own budget, or
// the SQL parser alone would take a core and 600 MB of the start.
setFlagsFromString('--wasm-tiering-budget=200000000')

try {
  const pglite = await openPglite(workerData.folder)
  port.on('message', async (question: WorkerQuestion) => {
    if (question.kind === 'close') {
      await pglite.close()
      port.close()
    } else {
      answer({ kind: 'protocol', bytes: await pglite.execProtocolRaw(question.bytes, { throwOnError: false }) })
    }
  })
  answer({ kind: 'ready' })
  tidyUpLater()
} catch (error) {
  answer({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
}
