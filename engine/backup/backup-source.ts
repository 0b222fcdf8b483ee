import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { connectTo, openFolder, type PlainClient } from '../database/offline/plain-client.ts'
import { tableExists } from '../database/offline/table-exists.ts'
import type { Config } from '../kernel/config/environment-variables.ts'
import type { FileStore } from '../storage/files/file-store.ts'
import { openStore } from '../storage/files/open-file-store.ts'
import type { Tokens } from '../tokens/tokens.ts'
import { runningServer } from './ask-running-server.ts'
import { type BackupOutcome, recordsOf } from './backup-records.ts'
import { removeLeftCopies } from './copies.ts'

/** The installation that is backed up. No file that its rows name is removed until it has ended. */
export type Source = {
  client: pg.Client
  store: FileStore
  /** Call when everything has been read; it frees the connection and the copy. */
  finishReading(): Promise<void>
  /** Records the result, where results are recorded. */
  end(outcome: BackupOutcome): Promise<void>
}

/** Opens the database itself, or asks the server that has the embedded database open for a copy. */
export async function openSource(config: Config, tokens: Pick<Tokens, 'serviceRoleKey'>): Promise<Source> {
  await removeLeftCopies(config)
  const store = await openStore(config, join(config.dataDir, 'files', 'incoming'))
  const running = config.databaseUrl ? undefined : runningServer(config, tokens)
  const begun = await running?.begin()
  const opened = config.databaseUrl
    ? await connectTo(config.databaseUrl, `${config.name} backup`)
    : await openFolder(begun?.folder ?? join(config.dataDir, 'db'))
  const { client } = opened
  const { records, id } = await begin(opened, begun).catch(async (error: unknown) => {
    // An open database would keep the process alive.
    await opened.end()
    store.close()
    throw error
  })
  let isRead = false
  async function finishReading() {
    if (isRead) return
    isRead = true
    if (!begun) return void (await client.query('rollback'))
    await opened.end()
    await rm(begun.folder, { recursive: true, force: true })
  }
  return {
    client,
    store,
    finishReading,
    async end(outcome) {
      try {
        await finishReading()
        if (begun) await running?.end(id, outcome)
        else {
          await records?.end(id, outcome)
          await opened.end()
        }
      } finally {
        store.close()
      }
    },
  }
}

/** A database of another project may have no table of backups. */
async function begin({ client }: PlainClient, begun: { id: string } | undefined) {
  const remembers = !begun && (await tableExists(client, 'engine.backups'))
  const records = remembers ? recordsOf(client) : undefined
  return { records, id: begun?.id ?? (await records?.begin()) ?? '' }
}
