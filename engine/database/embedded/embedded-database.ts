import { constants } from 'node:fs'
import { cp } from 'node:fs/promises'
import type { Worker } from 'node:worker_threads'
import { createDatabase } from '../create-database.ts'
import type { Database } from '../database.ts'
import { startMaintenance } from './background-maintenance.ts'
import { copyExtensions, isOnDemand, rememberExtensions } from './extensions.ts'
import { lockFolder } from './folder-lock.ts'
import { SingleConnection } from './single-connection.ts'

/** A statement that takes longer counts as a runaway: the database's thread is ended and started again. */
const RUNAWAY_MS = 60_000

/**
 * The embedded database in `folder`, which is created when missing and locked against a second process.
 * Throws `FolderInUse` when another process has it open. `thread` is one that was started ahead for it.
 */
export async function embeddedDatabase(
  folder: string,
  { thread, runawayMs = RUNAWAY_MS }: { thread?: Worker | undefined; runawayMs?: number } = {},
): Promise<Database> {
  const lock = await lockFolder(folder)
  const connection = new SingleConnection(folder, runawayMs, thread)
  const database = createDatabase(connection.connections, connection.listener)
  const { exclusive } = connection.connections
  const endUpkeep = startMaintenance(database, connection.connections)
  return {
    ...database,
    async provide(extensions) {
      const isNew = await rememberExtensions(folder, extensions)
      if (isNew) await connection.reopen()
      return isNew
    },
    offers: isOnDemand,
    raw: (work) => connection.raw(work),
    copyTo: (copy) =>
      exclusive(async (client) => {
        await client.query('checkpoint')
        // Where the file system supports it, original and copy share their blocks.
        await cp(folder, copy, { recursive: true, errorOnExist: true, force: false, mode: constants.COPYFILE_FICLONE })
        await copyExtensions(folder, copy)
      }),
    async close() {
      await endUpkeep()
      await database.close()
      lock.release()
    },
  }
}
