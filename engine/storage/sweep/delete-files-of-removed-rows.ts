import type { FastifyInstance } from 'fastify'
import { isVersion } from '../files/file-version.ts'
import { versionsWithoutRow } from './files-without-row.ts'

type Services = Pick<FastifyInstance, 'database' | 'files' | 'log'>

/**
 * Moves files of rows that SQL deletes to the quarantine once the deletion is committed. They are deleted after thirty
 * days, because a deleted row may be inserted again, as by a restore. The sweep finds those whose notification was
 * missed.
 */
export function removedRowListener(app: Services) {
  let latest = Promise.resolve()
  let isStopped = false

  async function setAside(versions: string[]) {
    try {
      await app.files.store.quarantine.add(await versionsWithoutRow(app.database, versions))
    } catch (error) {
      app.log.warn(error, 'The files of deleted rows could not be moved to the quarantine; the sweep will try again.')
    }
  }

  function hear(payload: string) {
    const versions = payload.split(' ').filter(isVersion)
    if (versions.length > 0 && !isStopped) latest = latest.then(() => setAside(versions))
  }

  return {
    async follow() {
      try {
        await app.database.listen('engine_removed_files', hear)
      } catch (error) {
        app.log.error(error, 'Deleted rows will not be noticed; their files are left to the sweep.')
      }
    },
    /** Resolves when the received notifications have been handled. */
    async stop() {
      isStopped = true
      await latest
    },
  }
}
