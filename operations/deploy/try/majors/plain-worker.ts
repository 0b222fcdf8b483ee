/**
 * In place of `engine/database/embedded/worker.ts`, in a clone with a PGlite of before: that one opened as anybody opens it, since
 * what our own thread does beside that is made for the PGlite of today.
 */
import { parentPort } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto'
import { uuid_ossp } from '@electric-sql/pglite/contrib/uuid_ossp'
import type { WorkerAnswer, WorkerQuestion } from '../../../../engine/database/embedded/worker.ts'

const port = parentPort
if (!port) throw new Error('The database runs on a thread of its own: this file is not started by hand.')
const answer = (message: WorkerAnswer) => port.postMessage(message)

/** To whoever watches, nothing ever runs. */
const insight = {
  words: new Int32Array(new SharedArrayBuffer(64)),
  ...{ heap: new Int32Array(1), interruptPending: 0, queryCancelPending: 0 },
}

let opening: Promise<PGlite>
port.on('message', async (question: WorkerQuestion) => {
  if (question.kind === 'open') {
    opening = PGlite.create({ dataDir: question.folder, extensions: { pg_trgm, pgcrypto, uuid_ossp } })
    opening.then(
      () => answer({ kind: 'ready', insight }),
      (error: unknown) => answer({ kind: 'failed', message: String(error) }),
    )
    return
  }
  const pglite = await opening
  if (question.kind === 'close') {
    await pglite.close()
    port.close()
    return
  }
  for (const [index, { number, bytes }] of question.batches.entries()) {
    const began = performance.now()
    const answered = { number, bytes: await pglite.execProtocolRaw(bytes), ms: performance.now() - began }
    answer({ kind: 'protocol', answers: [answered], isLast: index === question.batches.length - 1 })
  }
})
