import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { connectTo, openFolder } from '../database/offline/plain-client.ts'
import { tableExists } from '../database/offline/table-exists.ts'
import { collectGarbage } from '../kernel/collect-garbage.ts'
import type { Config } from '../kernel/config/environment-variables.ts'
import { isErrno } from '../kernel/errno.ts'
import type { TablesOfFeature } from '../kernel/feature-tables.ts'
import type { FileStore } from '../storage/files/file-store.ts'
import { openStore } from '../storage/files/open-file-store.ts'
import { keysFileOf } from '../tokens/open-tokens.ts'
import { type ArchiveEntry, readArchive } from './archive.ts'
import { type Closing, FILES_FOLDER, type Heading, KEYS_FILE, tableOfPiece } from './archive-format.ts'
import type { OnProgress } from './archive-pieces.ts'
import { BadArchive } from './bad-archive.ts'
import { createTables } from './create-tables.ts'
import { notEmpty, requireEmpty } from './require-empty.ts'
import { RowRestorer } from './restore-rows.ts'

type RestoreOptions = {
  /** The target: DATA_DIR, DATABASE_URL and STORAGE_URL name it, and PROJECT_DIR has the migrations. */
  config: Config
  /** Opens the archive from its beginning. It is read twice, so that nothing is written from a damaged archive. */
  open: () => Promise<Readable>
  onProgress: OnProgress
  /** The tables of all features. */
  features: readonly TablesOfFeature[]
  /** Does what has to be there with the data; if it fails, nothing is restored. */
  beforeCommit?: ((heading: Heading) => Promise<void>) | undefined
}

export type RestoreResult = {
  madeAt: string
  rows: number
  files: number
  hasKeys: boolean
  missing: number
  /** What could not be restored exactly, in sentences. */
  notes: string[]
}

/**
 * Restores an archive into an empty place: any database, any store, any machine. Newer migrations run at the next
 * start. Throws `BadArchive`, `NotEmpty` or another error; then nothing is left of the attempt.
 */
export const restore = async (asked: RestoreOptions): Promise<RestoreResult> => summaryOf(await restoreArchive(asked))

/** The heading and closing of the restored archive, and what could not be restored exactly. */
export type RestoredArchive = { heading: Heading; closing: Closing; notes: string[] }

export async function restoreArchive({
  config,
  open,
  onProgress,
  features,
  beforeCommit,
}: RestoreOptions): Promise<RestoredArchive> {
  await requireEmpty(config)
  onProgress('reading the archive')
  const [heading] = await readArchive(await open())
  collectGarbage()
  const drafts = join(config.dataDir, 'files', 'incoming', randomUUID())
  await mkdir(drafts, { recursive: true, mode: 0o700 })
  const store = await openStore(config, drafts)
  const target: RestoreTarget = { config, store, drafts, kept: [], hasKeys: false, onProgress }
  try {
    await createTables({ config, features }, heading)
    return await fillTarget(target, heading, { open, beforeCommit })
  } catch (error) {
    await undoRestore(target)
    throw error
  } finally {
    store.close()
    await rm(drafts, { recursive: true, force: true })
  }
}

type RestoreTarget = {
  config: Config
  store: FileStore
  drafts: string
  /** The files written so far. */
  kept: string[]
  hasKeys: boolean
  onProgress: OnProgress
}

async function fillTarget(
  target: RestoreTarget,
  heading: Heading,
  { open, beforeCommit }: Pick<RestoreOptions, 'open' | 'beforeCommit'>,
): Promise<RestoredArchive> {
  const { config } = target
  // The archive is opened first: deriving its key takes a lot of memory, and so does a database.
  const archive = await open()
  collectGarbage()
  const { client, end } = await connect(config).catch((error: unknown) => {
    archive.destroy()
    throw error
  })
  try {
    const rows = new RowRestorer(client, heading)
    await client.query('begin')
    await rows.begin()
    const [, closing] = await readArchive(archive, { visit: (found) => storeEntry(found, target, rows) })
    const notes = await rows.end(closing.rows)
    await markAsOwn(client, target)
    await beforeCommit?.(heading)
    await client.query('commit')
    return { heading, closing, notes }
  } catch (error) {
    throw isAboutRows(error)
      ? new BadArchive(`Its rows do not fit together: ${error.message}`, { cause: error })
      : error
  } finally {
    await end()
  }
}

const connect = ({ databaseUrl, dataDir, name }: Config) =>
  databaseUrl ? connectTo(databaseUrl, `${name} restore`) : openFolder(join(dataDir, 'db'))

/** Whether PostgreSQL's error is about the rows: an invalid value or a broken reference. */
const isAboutRows = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && /^2[23]...$/.test(String(error.code))

async function storeEntry({ name, size, body }: ArchiveEntry, target: RestoreTarget, rows: RowRestorer) {
  const { store, drafts, kept, onProgress } = target
  const table = tableOfPiece(name)
  if (table !== undefined) {
    onProgress(`table ${table}`)
    await rows.add(table, await buffer(body))
  } else if (name === KEYS_FILE) {
    await writeKeys(target, await buffer(body))
  } else if (name.startsWith(FILES_FOLDER)) {
    const version = name.slice(FILES_FOLDER.length)
    onProgress(`file ${kept.length + 1}, ${size} bytes`)
    const draft = join(drafts, version)
    await pipeline(body, createWriteStream(draft, { mode: 0o600 }))
    await store.put(version, draft)
    kept.push(version)
  }
}

async function writeKeys(target: RestoreTarget, keys: Buffer) {
  const file = keysFileOf(target.config)
  await writeFile(file, keys, { mode: 0o600, flag: 'wx' }).catch((error: unknown) => {
    throw isErrno(error, 'EEXIST') ? notEmpty(`${file}, and the archive has keys of its own`) : error
  })
  target.hasKeys = true
}

/** Marks the store as belonging to this database. Where the keys are new, the next start reports that and continues. */
async function markAsOwn(client: pg.Client, { store, hasKeys }: RestoreTarget) {
  if (await tableExists(client, 'engine.file_store')) {
    const { rows } = await client.query<{ id: string }>('select id from engine.file_store')
    if (rows[0]) await store.setOwner(rows[0].id)
  }
  if (!hasKeys && (await tableExists(client, 'engine.keys_in_use')))
    await client.query('delete from engine.keys_in_use')
  // A backup that was running in the copied database does not run in the copy.
  if (await tableExists(client, 'engine.backups')) {
    await client.query(
      "update engine.backups set ended_at = now(), failure = 'It went on elsewhere.' where ended_at is null",
    )
  }
}

async function undoRestore({ config, store, kept, hasKeys }: RestoreTarget) {
  await store.remove(kept)
  if (hasKeys) await rm(keysFileOf(config), { force: true })
  if (config.databaseUrl) return
  for (const file of ['db', 'db.lock', 'db.holder', 'db.extensions']) {
    await rm(join(config.dataDir, file), { recursive: true, force: true })
  }
}

export const summaryOf = ({ heading: { madeAt }, closing, notes }: RestoredArchive): RestoreResult => {
  const { rows, files, pieces, missing } = closing
  return {
    madeAt,
    files,
    hasKeys: KEYS_FILE in pieces,
    missing: missing.length,
    notes,
    rows: Object.values(rows).reduce((sum, count) => sum + count, 0),
  }
}
