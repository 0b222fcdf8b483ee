import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { claimStore } from './claim-store.ts'
import { removedRows } from './removed-rows.ts'
import { sweep } from './sweep.ts'

const EVERY_MS = 6 * 60 * 60 * 1000

/** Removes the files of rows that SQL deletes. Sweeps when the server has started, and every some hours; says what it removed. */
export const sweeping = fp(
  async function sweeping(app: FastifyInstance) {
    const stopped = new AbortController()
    let running: Promise<void> = Promise.resolve()
    const removed = removedRows(app)

    app.addHook('onListen', async () => {
      await removed.follow()
      running = sweepAgainAndAgain(app, stopped.signal)
    })
    app.addHook('onClose', async () => {
      stopped.abort()
      await running
      await removed.stop()
    })
  },
  { name: 'storage-sweeping' },
)

async function sweepAgainAndAgain(app: FastifyInstance, signal: AbortSignal) {
  while (!signal.aborted) {
    try {
      await sweepOnce(app, signal)
    } catch (error) {
      if (!signal.aborted) app.log.error(error, 'The files could not be swept; it is tried again later.')
    }
    await sleep(EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined)
  }
}

async function sweepOnce({ database, files: { store }, log }: FastifyInstance, signal: AbortSignal) {
  if (!(await claimStore(database, store))) {
    log.warn(
      'The stored files belong to another database, so nothing is swept. Is STORAGE_URL or DATA_DIR the right one?',
    )
    return
  }
  const { files, rows } = await sweep(database, store, { signal })
  if (files + rows > 0) console.log(`Storage: swept. Files without a row: ${files}. Rows without a file: ${rows}.`)
}
