import type pg from 'pg'
import { tableExists } from '../database/offline/table-exists.ts'
import { FileMissing, type FileStore } from '../storage/files/file-store.ts'
import type { QuarantinedFile } from '../storage/files/quarantine.ts'
import type { ArchivePiece } from './archive.ts'
import { type Closing, FILES_FOLDER, KEYS_FILE, rowsPiece } from './archive-format.ts'
import { nameOf, type Table } from './list-tables.ts'
import { piecesOf } from './table-pieces.ts'

type Source = { client: pg.Client; store: FileStore }
export type OnProgress = (text: string) => void

/** All entries of an archive, read in the open transaction. `keys` is the content of keys.json. */
export async function* piecesOfBackup(
  { client, store }: Source,
  { tables, keys, onProgress }: { tables: readonly Table[]; keys: string | undefined; onProgress: OnProgress },
): AsyncGenerator<ArchivePiece, Omit<Closing, 'pieces'>> {
  if (keys !== undefined) yield bytesPiece(KEYS_FILE, Buffer.from(keys))
  const rows: Closing['rows'] = {}
  for (const [done, table] of tables.entries()) {
    onProgress(`tables ${done + 1} of ${tables.length}`)
    rows[nameOf(table)] = 0
    for await (const piece of piecesOf(client, table)) {
      rows[nameOf(table)] = (rows[nameOf(table)] ?? 0) + piece.rows
      yield bytesPiece(rowsPiece(nameOf(table), piece.index), piece.bytes)
    }
  }
  const versions = await versionsIn(client)
  const missing: string[] = []
  for (const [done, version] of versions.entries()) {
    onProgress(`files ${done + 1} of ${versions.length}`)
    const found = await find(store, version)
    if (found) yield { name: `${FILES_FOLDER}${version}`, size: found.size, body: found.stream }
    else missing.push(version)
  }
  return { rows, files: versions.length - missing.length, missing }
}

const bytesPiece = (name: string, bytes: Buffer): ArchivePiece => ({ name, size: bytes.length, body: [bytes] })

/** The versions of the files that rows name. */
export async function versionsIn(client: pg.Client): Promise<string[]> {
  const unfinished = (await tableExists(client, 'engine.unfinished_parts'))
    ? 'union select version::text from engine.unfinished_parts'
    : ''
  const { rows } = await client.query<{ version: string }>(
    `select version from storage.objects where version is not null ${unfinished} order by 1`,
  )
  return rows.map(({ version }) => version)
}

/** Undefined where the file is missing. A file that lost its row since the transaction began is in the quarantine. */
async function find(store: FileStore, version: string) {
  const size = await store.sizeOf(version)
  try {
    if (size !== undefined) return { size, stream: await store.read(version) }
  } catch (error) {
    if (!(error instanceof FileMissing)) throw error
  }
  const setAside = await inQuarantine(store, version)
  return setAside && store.quarantine.read(setAside)
}

async function inQuarantine({ quarantine }: FileStore, version: string): Promise<QuarantinedFile | undefined> {
  for await (const file of quarantine.list()) if (file.version === version) return file
  return undefined
}
