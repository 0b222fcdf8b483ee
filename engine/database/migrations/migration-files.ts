import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isErrno } from '../../kernel/errno.ts'
import { mapLimit } from '../../kernel/map-limit.ts'
import { readText } from '../../kernel/text-file.ts'
import { MigrationFailed } from './migration-failed.ts'

/** `checksum`: SHA-256 of the whole text, in hexadecimal digits. */
export type Migration = { version: string; name: string; file: string; sql: string; checksum: string }

export type SchemaFile = Pick<Migration, 'file' | 'sql'>

const FILE_NAME = /^(\d+)_(.*)\.sql$/

/**
 * The migrations of a folder in the order of their file names, as the CLI applies them; an empty list where the folder
 * does not exist.
 */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = await namesIn(folder)
  const former = formerState(files)
  const named = files.flatMap((file) => {
    const [, version, name] = FILE_NAME.exec(file) ?? []
    return version !== undefined && name !== undefined && file !== former ? [{ version, name, file }] : []
  })
  const ordered = named.toSorted((a, b) => (a.file < b.file ? -1 : 1))
  for (const twins of Map.groupBy(ordered, ({ version }) => version).values()) {
    if (twins.length === 1) continue
    const both = twins.map(({ file }) => file).join(' and ')
    throw new MigrationFailed(`${both} have the same number, so only one would run. Rename one.`)
  }
  return mapLimit(ordered, async (entry) => {
    const sql = await readText(join(folder, entry.file))
    return { ...entry, sql, checksum: createHash('sha256').update(sql).digest('hex') }
  })
}

/** Files among the migrations of a project that are not applied, and why; the CLI skips them too. */
export async function skippedFiles(projectDir: string): Promise<{ file: string; why: string }[]> {
  const files = await namesIn(join(projectDir, 'migrations'))
  const former = formerState(files)
  const misnamed = files.filter((file) => file.endsWith('.sql') && !FILE_NAME.test(file))
  return [
    ...misnamed.map((file) => ({ file, why: 'a migration is called like 20260131120000_name.sql' })),
    ...(former
      ? [{ file: former, why: 'the CLI once kept a state under this name. Rename it if it is to be applied' }]
      : []),
  ]
}

/**
 * The first file, where it is called init and is older than any migration of today's CLI: earlier versions of the CLI
 * wrote the platform's own objects into it, and it is never applied (`shouldSkip` in the CLI's list of migrations).
 */
function formerState(files: readonly string[]): string | undefined {
  const first = files.toSorted().at(0) ?? ''
  const [, version] = /(\d{14})_init\.sql/.exec(first) ?? []
  return version !== undefined && version < '20211209000000' ? first : undefined
}

/** The schema files of a folder, sorted by name, which is the order in which they build on each other. */
export async function readSchemas(folder: string): Promise<SchemaFile[]> {
  const files = (await namesIn(folder, { recursive: true })).filter((file) => file.endsWith('.sql'))
  return mapLimit(files.toSorted(), async (file) => ({ file, sql: await readText(join(folder, file)) }))
}

const namesIn = (folder: string, options: { recursive?: boolean } = {}): Promise<string[]> =>
  readdir(folder, options).catch((error) => {
    if (isErrno(error, 'ENOENT')) return []
    throw error
  })
