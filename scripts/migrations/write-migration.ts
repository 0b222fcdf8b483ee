import type { Database, SqlFiles } from 'engine/testing/database'
import { draftOf } from './draft-migration.ts'
import { asStamp, BY_HAND, faultsOf, type MigrationsFolder } from './migrations-folder.ts'

/** Reports why no migration was written. */
export class NotWritten extends Error {}

export type Project = { database: Database; folder: MigrationsFolder; schemas: SqlFiles; now: Date }

/** The SQL of the migrations in the folder, by file. */
export const migrationsOf = (folder: MigrationsFolder): SqlFiles =>
  new Map(folder.files().map((file) => [`migrations/${file}`, folder.text(file)]))

/** Writes the migration that leads from the migrations to the schemas; nothing if both make the same database. */
export async function writeMigration({ database, folder, schemas, now }: Project, title: string) {
  const name = slugOf(title)
  if (!name) throw new NotWritten('Say what the migration does: npm run migration -- "field of clients".')
  refuseFaults(folder, now)
  const { statements, byHand, misplaced } = await draftOf(database, migrationsOf(folder), schemas)
  if (misplaced.length > 0) throw new NotWritten(misplaced.map(isMisplaced).join('\n'))
  if (statements.length + byHand.length === 0) return undefined
  const file = `${nextStamp(folder, now)}_${name}.sql`
  const blocks = byHand.map((text) => asComment(`${BY_HAND.slice(3)} ${text}`))
  folder.write(file, `-- ${title}\n\n${[...blocks, ...statements].join('\n\n')}\n`)
  if (byHand.length === 0) recordAll(folder)
  return { file, byHand: byHand.length }
}

/** Records finished migrations; refuses if a committed one was edited. */
export async function recordMigrations({ database, folder, schemas, now }: Project): Promise<string[]> {
  const edited = folder
    .recorded()
    .filter(
      ({ file, hash }) => folder.files().includes(file) && folder.hash(file) !== hash && !folder.isCommitted(file),
    )
  const isFinished = new Set([...edited.map(({ file }) => file), ...folder.unrecorded()])
  const others = faultsOf(folder, now).filter(
    (fault) =>
      ![...isFinished].some(
        (file) => fault.startsWith(`${file} is not recorded`) || fault.startsWith(`${file} was edited`),
      ),
  )
  if (others.length > 0) throw new NotWritten(others.join('\n'))
  const differing = await differencesOf({ database, folder, schemas })
  if (differing) throw new NotWritten(differing)
  recordAll(folder)
  return [...isFinished]
}

/** Reports differences between the database of the schemas and that of the migrations. */
export async function differencesOf({
  database,
  folder,
  schemas,
}: Pick<Project, 'database' | 'folder' | 'schemas'>): Promise<string | undefined> {
  const { statements, byHand, misplaced } = await draftOf(database, migrationsOf(folder), schemas)
  if (misplaced.length > 0) return misplaced.map(isMisplaced).join('\n')
  if (statements.length + byHand.length === 0) return undefined
  return `The schemas and the migrations make different databases. Run npm run migration -- "what changes". What leads from the one to the other:
${[...byHand.map((text) => asComment(text)), ...statements].join('\n\n')}`
}

const isMisplaced = (table: string) =>
  `The columns of ${table} come in another order in the schemas. PostgreSQL adds a column as the last one: put it last there.`

/**
 * Renames migrations whose timestamps are out of order or in the future, and notes the former names of committed ones.
 */
export function restamp(folder: MigrationsFolder, now: Date): string[] {
  const late = folder.late(now)
  const kept = folder.files().filter((file) => !late.includes(file))
  folder.forget(late)
  return late.map((file, i) => {
    const stamp = asStamp(new Date(now.getTime() - (late.length - 1 - i) * 1000))
    const newName = `${stamp}_${file.replace(/^\d+_/, '')}`
    if (newName <= (kept.at(-1) ?? '')) throw new NotWritten(`${kept.at(-1)} is of this very second. Try again.`)
    if (folder.isCommitted(file)) folder.write(file, `-- replaces: ${/^\d+/.exec(file)?.[0]}\n${folder.text(file)}`)
    folder.rename(file, newName)
    return newName
  })
}

function refuseFaults(folder: MigrationsFolder, now: Date) {
  const faults = faultsOf(folder, now)
  if (faults.length > 0) throw new NotWritten(faults.join('\n'))
}

const recordAll = (folder: MigrationsFolder) => folder.record(folder.files())

function nextStamp(folder: MigrationsFolder, now: Date): string {
  const stamp = asStamp(now)
  const last = folder.files().at(-1)
  if (last && last >= `${stamp}_`) throw new NotWritten(`${last} is of this very second. Try again.`)
  return stamp
}

const slugOf = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')

const asComment = (text: string) =>
  text
    .split('\n')
    .map((line) => `-- ${line}`.trimEnd())
    .join('\n')
