import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, rm, stat } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { type Config, type FileStore, isErrno, isVersion, openStore } from 'engine/feature'
import type pg from 'pg'

type ObjectRow = { id: string; bucket: string; name: string; version: string | null; size: string | null }

export type ImportedFiles = { files: number; bytes: number; missing: number; notes: string[] }

const MOST_NAMED = 5

/**
 * Stores the files of storage.objects, from a folder with one folder per bucket, as `supabase storage cp --recursive` and S3
 * clients write it. Calls `commit` when all are stored; removes them again where that fails.
 */
export async function importFiles(
  client: pg.Client,
  { config, folder, onProgress }: { config: Config; folder: string | undefined; onProgress: (text: string) => void },
  commit: () => Promise<void>,
): Promise<ImportedFiles> {
  const objects = await objectsIn(client)
  const drafts = join(config.dataDir, 'files', 'incoming', randomUUID())
  await mkdir(drafts, { recursive: true, mode: 0o700 })
  const store = await openStore(config, drafts)
  const stored: string[] = []
  try {
    const work = new FileImport(client, store, drafts, stored)
    for (const [done, object] of objects.entries()) {
      onProgress(`files ${done + 1} of ${objects.length}`)
      await work.store(object, folder)
    }
    await commit()
    return work.result
  } catch (error) {
    await store.remove(stored)
    throw error
  } finally {
    await rm(drafts, { recursive: true, force: true })
    store.close()
  }
}

async function objectsIn(client: pg.Client): Promise<ObjectRow[]> {
  const { rows } = await client.query<ObjectRow>(
    `select id, bucket_id as bucket, name, version, metadata ->> 'size' as size from storage.objects order by 2, 3`,
  )
  return rows
}

class FileImport {
  readonly #client: pg.Client
  readonly #store: FileStore
  readonly #drafts: string
  readonly #stored: string[]
  readonly #missing: string[] = []
  readonly #otherSize: string[] = []
  #bytes = 0

  constructor(client: pg.Client, store: FileStore, drafts: string, stored: string[]) {
    this.#client = client
    this.#store = store
    this.#drafts = drafts
    this.#stored = stored
  }

  async store({ id, bucket, name, version: given, size }: ObjectRow, folder: string | undefined) {
    const path = `${bucket}/${name}`
    // Hosted projects have versions of other forms from the first years.
    const version = given !== null && isVersion(given) ? given : randomUUID()
    if (version !== given)
      await this.#client.query('update storage.objects set version = $2 where id = $1', [id, version])
    const bytes = folder === undefined ? undefined : await this.#draft(folder, path, version)
    if (bytes === undefined) return void this.#missing.push(path)
    await this.#store.put(version, join(this.#drafts, version))
    this.#stored.push(version)
    this.#bytes += bytes
    if (size !== null && Number(size) !== bytes) this.#otherSize.push(path)
  }

  /** Copies a file to where the store takes it from. Returns its size; undefined where there is no such file. */
  async #draft(folder: string, path: string, version: string): Promise<number | undefined> {
    const source = resolve(folder, path)
    // The name of an object is a text of the dump.
    if (!source.startsWith(resolve(folder) + sep)) return undefined
    try {
      const { size } = await stat(source)
      await copyFile(source, join(this.#drafts, version))
      return size
    } catch (error) {
      if (isErrno(error, 'ENOENT') || isErrno(error, 'ENOTDIR') || isErrno(error, 'EISDIR')) return undefined
      throw error
    }
  }

  get result(): ImportedFiles {
    const notes = [
      ...noteOf(this.#missing, 'There is no file of'),
      ...noteOf(this.#otherSize, 'The file has another size than its row says, of'),
    ]
    return { files: this.#stored.length, bytes: this.#bytes, missing: this.#missing.length, notes }
  }
}

function noteOf(paths: readonly string[], words: string): string[] {
  if (paths.length === 0) return []
  const more = paths.length > MOST_NAMED ? ` and ${paths.length - MOST_NAMED} more` : ''
  return [`${words} ${paths.slice(0, MOST_NAMED).join(', ')}${more}.`]
}
