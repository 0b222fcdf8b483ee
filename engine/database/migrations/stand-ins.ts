import type { FeatureTables } from '../../kernel/feature-tables.ts'
import type { Database } from '../database.ts'
import type { Migration } from './migration-files.ts'
import { appliedBefore, featureHistory } from './migration-histories.ts'
import { rewriteStatements } from './rewrite-statements.ts'

/**
 * The extensions that these migrations create or expect, that the database cannot have, and that a feature stands in for. An
 * extension that a feature stands in for already stays so, even if the database could have it by now.
 */
export async function standInsFor(
  database: Database,
  features: readonly FeatureTables[],
  migrations: readonly Pick<Migration, 'sql'>[],
): Promise<ReadonlySet<string | undefined>> {
  const standIns = new Set<string>()
  const named = new Set(migrations.flatMap(({ sql }) => namesIn(sql, NEEDED_EXTENSION)))
  for (const { name, isOn, standsInFor } of features) {
    if (!standsInFor) continue
    const { extension, namedBy } = standsInFor
    const isWanted = named.has(extension) || migrations.some(({ sql }) => namedBy?.test(sql))
    if (isOn || (isWanted && !(await isAvailable(database, extension, name)))) standIns.add(extension)
  }
  return standIns
}

async function isAvailable(database: Database, extension: string, feature: string): Promise<boolean> {
  if (database.offers?.(extension)) return true
  const text = 'select from pg_available_extensions where name = $1'
  if ((await database.run({}, { text, values: [extension] })).length === 0) return false
  return (await appliedBefore(database, featureHistory(feature))).length === 0
}

const CREATE_EXTENSION = /\bcreate\s+extension\s+(?:if\s+not\s+exists\s+)?"?([\w-]+)/gi

/** Statements that fail without the extension: hosted projects begin with some, which they may alter or drop. */
const NEEDED_EXTENSION =
  /\b(?:create\s+extension(?:\s+if\s+not\s+exists)?|(?:alter|drop|comment\s+on)\s+extension)\s+"?([\w-]+)/gi

/** The names of the extensions that some SQL creates. */
export const extensionsCreatedIn = (sql: string): string[] => namesIn(sql, CREATE_EXTENSION)

const namesIn = (sql: string, statement: RegExp): string[] =>
  Array.from(sql.matchAll(statement), ([, name = '']) => name.toLowerCase())

const STATEMENT = String.raw`\b(?:create|alter|drop|comment\s+on)\s+extension\s+(?:if\s+(?:not\s+)?exists\s+)?"?(?<name>[\w-]+)(?:'[^']*'|[^;'])*`
const CATALOGUE = String.raw`\b(?:pg_catalog\.)?(?<catalogue>pg_extension|pg_available_extensions)\b(?!\s*\.)`

/** A statement that does nothing, at the top level and inside a PL/pgSQL block. */
const EMPTY_STATEMENT = "do 'begin end'"

/**
 * Rewrites SQL for extensions that features stand in for, whose tables and functions exist by then: statements about
 * these extensions do nothing, and queries of pg_extension find them. Blocks (`do $$ … $$`) are rewritten too,
 * functions and texts are not. Line numbers stay the same.
 */
export function withStandIns(sql: string, extensions: ReadonlySet<string | undefined>): string {
  if (extensions.size === 0) return sql
  return rewriteStatements(sql, `${STATEMENT}|${CATALOGUE}`, (whole, { name, catalogue }) => {
    if (extensions.has(name?.toLowerCase())) return EMPTY_STATEMENT + '\n'.repeat(whole.split('\n').length - 1)
    return catalogue ? `engine.${catalogue}` : whole
  })
}
