import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { extname, join, relative, resolve, sep } from 'node:path'
import type { Database } from '../database/database.ts'
import { configuredSize } from '../kernel/config/configured-size.ts'
import { ConfigError } from '../kernel/config/environment-variables.ts'
import { isErrno } from '../kernel/errno.ts'
import type { Files } from './files/open-file-store.ts'
import { asEngine } from './http/caller-settings.ts'
import { FileUpload } from './incoming/file-upload.ts'
import { largestFile } from './largest-file.ts'
import type { StorageProject } from './storage-section.ts'

/** Creates the buckets that config.toml names. Existing buckets stay as they are. */
export async function createBuckets(database: Database, { dir, config }: StorageProject) {
  for (const [name, bucket] of Object.entries(config.storage.buckets)) {
    const limit = bucket.file_size_limit
    const bytes = limit === undefined ? null : configuredSize(dir, `storage.buckets.${name}.file_size_limit`, limit)
    // The CLI writes an empty list for any type.
    const types = bucket.allowed_mime_types?.length ? bucket.allowed_mime_types : null
    await database.run(asEngine, {
      text: `insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
        values ($1, $1, $2, $3, $4) on conflict do nothing`,
      values: [name, bucket.public ?? false, bytes, types],
    })
  }
}

type Services = { database: Database; files: Files; project: StorageProject; log: { warn(...words: unknown[]): void } }

/** Uploads the files of each bucket's `objects_path`, with their path in that folder as the key. Returns how many. */
export async function fillBuckets({ project, ...services }: Services): Promise<number> {
  const { enabled: checksContent } = project.config.storage.content_check
  const app = { ...services, largestFile: largestFile(project), checksContent }
  let count = 0
  for (const [bucketId, { objects_path }] of Object.entries(project.config.storage.buckets)) {
    if (objects_path === undefined) continue
    const folder = resolve(project.dir, objects_path)
    for (const file of await filesBelow(folder, `storage.buckets.${bucketId}.objects_path`)) {
      const key = relative(folder, file).split(sep).join('/')
      const fileUpload = await FileUpload.at(app, { bucketId, key, upsert: true, options: asEngine, sub: undefined })
      const mimetype = await typeOf(file)
      const uploadMetadata = { mimetype, cacheControl: 'max-age=3600', userMetadata: {}, isOfProject: true } as const
      await fileUpload
        .take(createReadStream(file), () => uploadMetadata)
        .catch((error) => {
          const reason = error instanceof Error ? error.message : String(error)
          throw new ConfigError(`The bucket ${bucketId} does not take ${file}: ${reason}.`)
        })
      count += 1
    }
  }
  return count
}

async function filesBelow(folder: string, setting: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error) => {
    if (!isErrno(error, 'ENOENT')) throw error
    throw new ConfigError(`config.toml is wrong at ${setting}: there is no folder ${folder}.`)
  })
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()
}

/** The media type by content, else by file name extension. */
export async function typeOf(file: string): Promise<string> {
  const { fileTypeFromFile } = await import('file-type')
  const byEnding = textTypes[extname(file).toLowerCase()]
  return byEnding ?? (await fileTypeFromFile(file))?.mime ?? 'application/octet-stream'
}

const textTypes: Record<string, string> = {
  '.cjs': 'text/javascript',
  '.css': 'text/css',
  '.csv': 'text/csv',
  '.geojson': 'application/geo+json',
  '.htm': 'text/html',
  '.html': 'text/html',
  '.ics': 'text/calendar',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.jsonl': 'application/jsonl',
  '.jsx': 'text/jsx',
  '.log': 'text/plain',
  '.map': 'application/json',
  '.md': 'text/markdown',
  '.mjs': 'text/javascript',
  '.sql': 'application/sql',
  '.svg': 'image/svg+xml',
  '.toml': 'application/toml',
  '.ts': 'text/x-typescript',
  '.tsv': 'text/tab-separated-values',
  '.txt': 'text/plain',
  '.vcf': 'text/vcard',
  '.vtt': 'text/vtt',
  '.webmanifest': 'application/manifest+json',
  '.xml': 'application/xml',
  '.yaml': 'application/yaml',
  '.yml': 'application/yaml',
}
