import type { Database } from '../database.ts'
import { MigrationFailed } from './migration-failed.ts'
import type { Migration } from './migration-files.ts'
import { type Applied, appliedBefore, type History } from './migration-histories.ts'

type ReplacingFile = Omit<Migration, 'checksum'> & { checksum?: string }

/** The versions that a file says it replaces: `-- replaces: 20260101000000 20260102000000`, on as many lines as it takes. */
export const versionsReplacedBy = (sql: string): string[] =>
  Array.from(sql.matchAll(/^-- replaces: (.+)$/gm), ([, versions = '']) => versions.trim().split(/\s+/)).flat()

const lastCommitWith = (sql: string): string | undefined => /^-- last commit that has them: (\S+)$/m.exec(sql)?.[1]

/**
 * The applied migrations after replacement: where all migrations that a file replaces were applied, they count as that
 * file. Returns the same list where no file replaces anything. `files` are in order, and the first one may replace a
 * whole history: a database with another history is then refused.
 */
export function withReplacements(applied: readonly Applied[], files: readonly ReplacingFile[]): readonly Applied[] {
  let counted = applied
  for (const [i, file] of files.entries()) {
    const replaced = versionsReplacedBy(file.sql)
    const known = new Set(counted.map(({ version }) => version))
    const former = replaced.filter((version) => version !== file.version)
    if (replaced.length === 0 || (known.has(file.version) && !former.some((version) => known.has(version)))) continue
    const missing = replaced.filter((version) => !known.has(version))
    if (missing.length === 0) counted = [...without(counted, replaced), appliedAs(file)]
    else if (missing.length < replaced.length || (i === 0 && counted.length > 0)) throw refusal(file, replaced, missing)
  }
  return counted === applied ? applied : counted.toSorted((a, b) => (a.version < b.version ? -1 : 1))
}

/** The same for a database that is only inspected: nothing is refused. */
export function replacedWhereAll(applied: readonly Applied[], files: readonly ReplacingFile[]): readonly Applied[] {
  try {
    return withReplacements(applied, files)
  } catch (error) {
    if (error instanceof MigrationFailed) return applied
    throw error
  }
}

const without = (applied: readonly Applied[], versions: readonly string[]) =>
  applied.filter(({ version }) => !versions.includes(version))

const appliedAs = ({ version, name, checksum }: ReplacingFile): Applied => ({
  version,
  name,
  checksum: checksum ?? null,
})

function refusal({ file, sql }: ReplacingFile, replaced: readonly string[], missing: readonly string[]) {
  const last = lastCommitWith(sql)
  return new MigrationFailed(
    `This database lacks ${missing.length} of the ${replaced.length} migrations that were replaced by ${file}, the first of them ${missing[0]}. ` +
      `${last ? `Commit ${last} is the last that has them: start that once` : 'Start the last version that has them once'}, then this one.`,
  )
}

/** Deletes the records of the migrations that these files replace, and records the files instead. */
export async function countReplaced(
  database: Database,
  history: History,
  files: readonly ReplacingFile[],
): Promise<void> {
  if (!isReplacing(await appliedBefore(database, history), files)) return
  await database.transaction({}, async (tx) => {
    if (history.create) await tx.query(history.create)
    const applied = await tx.query<Applied>(history.applied)
    const counted = withReplacements(applied, files)
    const gone = applied.filter((one) => !counted.includes(one)).map(({ version }) => version)
    await tx.query(history.forget, [gone])
    const isNew = ({ version }: ReplacingFile) =>
      counted.some((one) => one.version === version && !applied.includes(one))
    for (const { version, name, sql } of files.filter(isNew)) await tx.query(history.remember, [version, name, sql])
  })
}

const isReplacing = (applied: readonly Applied[], files: readonly ReplacingFile[]) =>
  withReplacements(applied, files) !== applied
