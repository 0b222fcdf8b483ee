import { globSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { isErrno } from '../errno.ts'
import { fewAtOnce } from '../few-at-once.ts'
import type { Database, Transaction } from './database.ts'

/** A migration that Postgres refused; nothing of it was kept. */
export class MigrationFailed extends Error {}

type Migration = { version: string; name: string; file: string; sql: string }

type History = {
  /** Creates the table that remembers what was applied. */
  create: string
  /** Selects `version` of every applied migration. */
  applied: string
  /** Remembers one: $1 version, $2 name, $3 the whole text. */
  remember: string
}

/** What every Supabase project finds in its database: the engine's own SQL, which comes before the project's. */
const platformHistory: History = {
  create: `create schema if not exists engine;
    create table if not exists engine.platform_migrations (version text primary key, name text not null, applied_at timestamptz not null default now())`,
  applied: 'select version from engine.platform_migrations',
  remember: 'insert into engine.platform_migrations (version, name) select $1, $2 where $3::text is not null',
}

/** The Supabase CLI's own table, so that its commands and ours agree on what was applied. */
const projectHistory: History = {
  create: `create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.schema_migrations (version text not null primary key, statements text[], name text)`,
  applied: 'select version from supabase_migrations.schema_migrations',
  remember: 'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, array[$3])',
}

const platformFolder = join(import.meta.dirname, 'platform')
const UNDEFINED_TABLE = '42P01'
const NOT_SUPPORTED = '0A000'
const CREATED = /\bcreate\s+extension\s+(?:if\s+not\s+exists\s+)?"?([\w-]+)/gi
const FILE_NAME = /^(\d+)_(.*)\.sql$/

/** Two starting processes take turns; the number is the same in every version. */
const LOCK = 'select pg_advisory_xact_lock(7236451)'

/**
 * Applies what the engine provides, then the project's `migrations/`. Returns the names of what was new, and whether
 * the database had nothing of ours before.
 */
export async function migrate(database: Database, projectDir: string): Promise<{ applied: string[]; isNew: boolean }> {
  const platform = await applyFolder(database, platformFolder, platformHistory)
  const project = await applyFolder(database, join(projectDir, 'migrations'), projectHistory)
  return { applied: [...platform, ...project], isNew: platform.some((file) => file.startsWith('0001_')) }
}

/**
 * Runs the files that the patterns name, from the project's folder as the CLI's `sql_paths` do, all in one transaction:
 * pattern by pattern, and the files of one by name. Returns the files.
 */
export async function seed(database: Database, projectDir: string, patterns: readonly string[]): Promise<string[]> {
  const files: string[] = []
  for (const pattern of patterns) {
    const matching = globSync(pattern, { cwd: projectDir }).sort()
    if (matching.length === 0) throw new MigrationFailed(`There is no ${pattern} in ${projectDir} to seed from.`)
    files.push(...matching)
  }
  await database.transaction({}, async (tx) => {
    for (const file of files) {
      const sql = await readFile(join(projectDir, file), 'utf8')
      await tx.query(sql).catch((cause) => {
        throw new MigrationFailed(`${file} failed: ${reason(cause, sql)}`, { cause })
      })
    }
  })
  return files
}

async function applyFolder(database: Database, folder: string, history: History): Promise<string[]> {
  const migrations = await readFolder(folder)
  const done = await appliedBefore(database, history)
  const missing = migrations.filter(({ version }) => !done?.has(version))
  if (!done) {
    await database.transaction({}, async (tx) => {
      await tx.query(LOCK)
      await tx.query(history.create)
    })
  }
  const fresh: string[] = []
  for (const migration of missing) {
    const applied = await providing(database, missing, () =>
      database.transaction({}, (tx) => applyOnce(tx, migration, history)),
    )
    if (applied) fresh.push(migration.file)
  }
  return fresh
}

/** Tries again where an extension was missing that the database can have after all, with all that `migrations` create. */
async function providing<T>(database: Database, migrations: readonly Migration[], work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const missing = missingExtension(error)
      if (missing === undefined || !(await database.provide?.([missing, ...createdIn(migrations)]))) throw error
    }
  }
}

function missingExtension(error: unknown): string | undefined {
  if (!(error instanceof MigrationFailed) || !(error.cause instanceof pg.DatabaseError)) return undefined
  const { code, message } = error.cause
  return code === NOT_SUPPORTED ? /^extension "(.+)" is not available$/.exec(message)?.[1] : undefined
}

const createdIn = (migrations: readonly Migration[]) =>
  migrations.flatMap(({ sql }) => Array.from(sql.matchAll(CREATED), ([, name = '']) => name))

/** The versions of those that were applied; undefined where nothing remembers them yet. */
async function appliedBefore(database: Database, history: History): Promise<Set<string> | undefined> {
  try {
    return versions(await database.run<{ version: string }>({}, { text: history.applied }))
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === UNDEFINED_TABLE) return undefined
    throw error
  }
}

/** False when another process was faster. */
async function applyOnce(tx: Transaction, { version, name, file, sql }: Migration, history: History): Promise<boolean> {
  await tx.query(LOCK)
  if (versions(await tx.query<{ version: string }>(history.applied)).has(version)) return false
  try {
    await tx.query(sql)
  } catch (cause) {
    throw new MigrationFailed(`Migration ${file} failed: ${reason(cause, sql)} The data is as it was before.`, {
      cause,
    })
  }
  // A migration may leave its own settings behind, a search_path above all.
  await tx.query('reset all')
  await tx.query(history.remember, [version, name, sql])
  return true
}

async function readFolder(folder: string): Promise<Migration[]> {
  const files = await readdir(folder).catch((error) => {
    if (isErrno(error, 'ENOENT')) return []
    throw error
  })
  const named = files.flatMap((file) => {
    const [, version, name] = FILE_NAME.exec(file) ?? []
    return version && name ? [{ version, name, file }] : []
  })
  const ordered = named.toSorted((a, b) => (a.version < b.version ? -1 : 1))
  const twin = ordered.find(({ version }, i) => version === ordered[i + 1]?.version)
  if (twin) {
    const both = ordered.filter(({ version }) => version === twin.version).map(({ file }) => file)
    throw new MigrationFailed(`${both.join(' and ')} have the same number, so only one would run. Rename one.`)
  }
  return fewAtOnce(ordered, async (entry) => ({ ...entry, sql: await readFile(join(folder, entry.file), 'utf8') }))
}

const versions = (rows: { version: string }[]) => new Set(rows.map(({ version }) => version))

/** Postgres' words, and the line where it stopped. */
function reason(error: unknown, sql: string): string {
  if (!(error instanceof pg.DatabaseError)) return error instanceof Error ? error.message : String(error)
  const line = error.position ? ` (line ${sql.slice(0, Number(error.position)).split('\n').length})` : ''
  return `${error.message}${line}.${error.hint ? ` ${error.hint}.` : ''}`
}
