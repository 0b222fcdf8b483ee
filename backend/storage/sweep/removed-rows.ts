import type { FastifyInstance } from 'fastify'
import { isVersion } from '../files/file-store.ts'
import { removeFiles } from '../objects/remove-files.ts'
import { withoutRow } from './sweep.ts'

type Services = Pick<FastifyInstance, 'database' | 'files' | 'log'>

/**
 * Removes the files of rows that SQL deletes, as soon as it is committed: a deleted record takes its files along, and
 * they should be gone when it is. What nobody hears, the sweep finds.
 */
export function removedRows(app: Services) {
  let latest = Promise.resolve()
  let isStopped = false

  async function remove(versions: string[]) {
    try {
      await removeFiles(app, await withoutRow(app.database, versions))
    } catch (error) {
      app.log.warn(error, 'The files of deleted rows could not be removed; the sweep will try again.')
    }
  }

  function hear(payload: string) {
    const versions = payload.split(' ').filter(isVersion)
    if (versions.length > 0 && !isStopped) latest = latest.then(() => remove(versions))
  }

  return {
    async follow() {
      try {
        await app.database.listen('engine_removed_files', hear)
      } catch (error) {
        app.log.error(error, 'Deleted rows will not be noticed; their files are left to the sweep.')
      }
    },
    /** Resolves when what was heard is done. */
    async stop() {
      isStopped = true
      await latest
    },
  }
}
