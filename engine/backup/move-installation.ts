import { createHash, type Hash, randomUUID } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { constants, copyFile, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { connectTo, openFolder, type PlainClient } from '../database/offline/plain-client.ts'
import { refuseInUse } from '../database/offline/refuse-in-use.ts'
import type { Config } from '../kernel/config/environment-variables.ts'
import type { TablesOfFeature } from '../kernel/feature-tables.ts'
import type { FileStore } from '../storage/files/file-store.ts'
import { openStore } from '../storage/files/open-file-store.ts'
import { keysFileOf } from '../tokens/open-tokens.ts'
import type { Heading } from './archive-format.ts'
import { type OnProgress, versionsIn } from './archive-pieces.ts'
import { createTables } from './create-tables.ts'
import { nameOf, type Table } from './list-tables.ts'
import { headingOf } from './read-heading.ts'
import { notEmpty, requireEmptyDatabase } from './require-empty.ts'
import { RowRestorer } from './restore-rows.ts'
import { piecesOf } from './table-pieces.ts'

type MoveOptions = { from: Config; to: Config; onProgress: OnProgress; features: readonly TablesOfFeature[] }

export type MoveResult = { rows: number; files: number; bytes: number; missing: number; notes: string[] }

/** The copy differs from the original, which is unchanged. */
export class CopyDiffers extends Error {}

/**
 * Copies an installation that is not in use to another database, another store, another folder, or all of them. Files
 * that an earlier attempt has copied are not copied again; rows are copied all at once or not at all. Then both sides
 * are read and compared. The original is only read.
 */
export async function move({ from, to, onProgress, features }: MoveOptions): Promise<MoveResult> {
  const source = await connect(from)
  try {
    await refuseInUse(source.client, from)
    await source.client.query('begin isolation level repeatable read read only')
    const heading = await headingOf(source.client, from)
    const [mark] = (await source.client.query<{ id: string }>('select id from engine.file_store')).rows
    await mkdir(to.dataDir, { recursive: true, mode: 0o700 })
    const files = isSameStore(from, to)
      ? { count: 0, bytes: 0, missing: 0 }
      : await moveFiles(await versionsIn(source.client), { from, to, mark: mark?.id, onProgress })
    const { rows, notes } = isSameDatabase(from, to)
      ? { rows: 0, notes: [] }
      : await moveRows(source.client, heading, { to, onProgress, features })
    await copyKeys(from, to)
    return { rows, notes, files: files.count, bytes: files.bytes, missing: files.missing }
  } finally {
    await source.end()
  }
}

const connect = (config: Config): Promise<PlainClient> =>
  config.databaseUrl ? connectTo(config.databaseUrl, MOVE_MARK) : openFolder(join(config.dataDir, 'db'))

const MOVE_MARK = 'move'
const isSameDatabase = (from: Config, to: Config) =>
  from.databaseUrl ? from.databaseUrl === to.databaseUrl : !to.databaseUrl && from.dataDir === to.dataDir
const isSameStore = (from: Config, to: Config) =>
  from.storageUrl
    ? JSON.stringify(from.storageUrl) === JSON.stringify(to.storageUrl)
    : !to.storageUrl && from.dataDir === to.dataDir

type Files = { from: Config; to: Config; mark: string | undefined; onProgress: OnProgress }

async function moveFiles(versions: readonly string[], { from, to, mark, onProgress }: Files) {
  const drafts = join(to.dataDir, 'files', 'incoming', randomUUID())
  await mkdir(drafts, { recursive: true, mode: 0o700 })
  const [old, now] = [await openStore(from, drafts), await openStore(to, drafts)]
  try {
    await claim(now, mark, new Set(versions))
    let [count, bytes, missing] = [0, 0, 0]
    for (const [done, version] of versions.entries()) {
      onProgress(`files ${done + 1} of ${versions.length}`)
      const size = await old.sizeOf(version)
      if (size === undefined) missing += 1
      else {
        if ((await now.sizeOf(version)) !== size) await copyFileOver(old, now, version, join(drafts, version))
        if ((await hashOf(old, version)) !== (await hashOf(now, version))) {
          throw new CopyDiffers(`The file ${version} is not the same on both sides: move again.`)
        }
        count += 1
        bytes += size
      }
    }
    return { count, bytes, missing }
  } finally {
    await rm(drafts, { recursive: true, force: true })
    old.close()
    now.close()
  }
}

/** Files in the target must come from an earlier attempt. */
async function claim(store: FileStore, mark: string | undefined, versions: ReadonlySet<string>) {
  const owner = await store.owner()
  if (owner !== undefined && owner !== mark) throw notEmpty('a store of another database')
  for await (const { version } of store.list())
    if (!versions.has(version)) throw notEmpty(`a file ${version} in the store`)
  if (mark !== undefined) await store.setOwner(mark)
}

async function copyFileOver(old: FileStore, now: FileStore, version: string, draft: string) {
  await pipeline(await old.read(version), createWriteStream(draft, { mode: 0o600 }))
  await now.put(version, draft)
}

async function hashOf(store: FileStore, version: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(await store.read(version), hash)
  return hash.digest('hex')
}

/** Copies the rows of an open transaction into an empty database, and compares the copy with the original. */
export async function moveRows(
  source: pg.Client,
  heading: Heading,
  { to, onProgress, features }: Omit<MoveOptions, 'from'>,
): Promise<{ rows: number; notes: string[] }> {
  await requireEmptyDatabase(to)
  await createTables({ config: to, features }, heading)
  const target = await connect(to)
  try {
    await target.client.query('begin')
    const rows = new RowRestorer(target.client, heading)
    await rows.begin()
    const hashes = new Map<Table, Hash>()
    const counts: Record<string, number> = {}
    for (const [done, table] of heading.tables.entries()) {
      onProgress(`tables ${done + 1} of ${heading.tables.length}`)
      const hash = createHash('sha256')
      hashes.set(table, hash)
      counts[nameOf(table)] = await eachPiece(source, table, async (bytes) => {
        hash.update(bytes)
        await rows.add(nameOf(table), bytes)
      })
    }
    const notes = await rows.end(counts)
    for (const [table, hash] of hashes) await compare(target.client, table, hash)
    await target.client.query('commit')
    return { rows: Object.values(counts).reduce((sum, count) => sum + count, 0), notes }
  } finally {
    await target.end()
  }
}

/** Rows are stored in the order of insertion, so both sides write the same bytes. */
async function compare(client: pg.Client, table: Table, expected: Hash) {
  const hash = createHash('sha256')
  await eachPiece(client, table, async (bytes) => void hash.update(bytes))
  if (hash.digest('hex') !== expected.digest('hex')) {
    throw new CopyDiffers(`${nameOf(table)} is not the same on both sides. Nothing of the rows was kept there.`)
  }
}

async function eachPiece(client: pg.Client, table: Table, work: (bytes: Buffer) => Promise<void>): Promise<number> {
  let count = 0
  for await (const { bytes, rows } of piecesOf(client, table)) {
    await work(bytes)
    count += rows
  }
  return count
}

async function copyKeys(from: Config, to: Config) {
  if (from.dataDir === to.dataDir || !existsSync(keysFileOf(from))) return
  await copyFile(keysFileOf(from), keysFileOf(to), constants.COPYFILE_EXCL)
}
