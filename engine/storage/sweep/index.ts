import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { hasMarks, missingFiles } from '../rows/missing-files.ts'
import { claimStore, ownsStore } from './claim-store.ts'
import { removedRowListener } from './delete-files-of-removed-rows.ts'
import { recheckMissing } from './review-quarantine.ts'
import { runExclusively } from './run-exclusively.ts'
import { sweep } from './sweep.ts'

const SWEEP_INTERVAL_MS = 6 * 60 * 60 * 1000
const RETRY_MS = 10 * 60 * 1000
const RECHECK_INTERVAL_MS = 60 * 1000
const COUNT_INTERVAL_MS = 5 * 1000

/**
 * Moves files of rows that SQL deletes to the quarantine, sweeps at the start and every few hours, and in between
 * checks whether missing files have reappeared.
 */
export const sweeping = fp(
  async function sweeping(app: FastifyInstance) {
    const stopped = new AbortController()
    let running: Promise<void> = Promise.resolve()
    const removed = removedRowListener(app)
    app.health.add({
      name: 'files',
      freshMs: COUNT_INTERVAL_MS,
      async check() {
        const missing = await missingFiles(app.database)
        return missing === 0 ? { status: 'ok' } : { status: 'missing', counts: { missing } }
      },
    })

    app.addHook('onListen', async () => {
      await removed.follow()
      running = sweepRepeatedly(app, stopped.signal)
    })
    app.addHook('onClose', async () => {
      stopped.abort()
      await running
      await removed.stop()
    })
  },
  { name: 'storage-sweeping' },
)

async function sweepRepeatedly(app: FastifyInstance, signal: AbortSignal) {
  let next = 0
  while (!signal.aborted) {
    try {
      if (Date.now() < next) await recheckMissingFiles(app)
      else if (await sweepOnce(app, signal)) next = Date.now() + SWEEP_INTERVAL_MS
    } catch (error) {
      if (Date.now() >= next) next = Date.now() + RETRY_MS
      if (!signal.aborted) app.log.error(error, 'The sweep of the file storage failed; it will be tried again later.')
    }
    await sleep(RECHECK_INTERVAL_MS, undefined, { signal, ref: false }).catch(() => undefined)
  }
}

/** Sweeps once. Returns false where another server is sweeping. */
async function sweepOnce({ database, files: { store }, log }: FastifyInstance, signal: AbortSignal): Promise<boolean> {
  if (!(await claimStore(database, store))) {
    log.warn(
      'The stored files belong to another database, so nothing is swept. Is STORAGE_URL or DATA_DIR the right one?',
    )
    return true
  }
  return runExclusively(database, async () => {
    const { setAside, broughtBack, erased, missing } = await sweep({ database, store, log }, { signal })
    if (setAside + broughtBack + erased + missing > 0) {
      console.log(
        `Storage: swept. Files without a row: ${setAside} set aside, ${broughtBack} brought back, ${erased} erased after thirty days. Rows without a file: ${missing}.`,
      )
    }
  })
}

async function recheckMissingFiles({ database, files: { store } }: FastifyInstance) {
  if ((await hasMarks(database)) && (await ownsStore(database, store))) {
    await runExclusively(database, () => recheckMissing(database, store))
  }
}
