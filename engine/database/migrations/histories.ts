import pg from 'pg'
import type { Database } from '../database.ts'

const UNDEFINED_TABLE = '42P01'

/** SQL of the project, as it is run in this database. */
export type AsRun = (sql: string) => string

/** What was applied to a database, and how that is remembered. */
export type History = {
  /** Who has the files, in a sentence that says that one is missing. */
  whose: string
  /** Creates the table that remembers what was applied, or brings it up to date; left out, the platform has it. */
  create?: string
  /** Selects `version`, `name` and `checksum` of every applied migration, in order; null where nobody knows the checksum. */
  applied: string
  /** Remembers one: $1 version, $2 name, $3 the whole text. */
  remember: string
  /** Forgets those whose versions are in the list $1. */
  forget: string
  /** In which schemas its files look for what they do not say where it is. */
  searchPath?: string
  /** What is run of a file, where that is not its text. */
  asRun?: AsRun
}

/** As the hosted service has it for whoever changes a database: pgcrypto's functions are known without their schema. */
export const PROJECT_SEARCH_PATH = '"$user", public, extensions'

/** What every Supabase project finds in its database: the engine's own SQL, which comes before the project's. */
export const platformHistory: History = {
  whose: 'this version of the engine',
  create: `
    create schema if not exists engine;
    create table if not exists engine.platform_migrations (
      version    text primary key,
      name       text not null,
      applied_at timestamptz not null default now(),
      checksum   text
    );`,
  applied: `
    select version, name, checksum
    from engine.platform_migrations
    order by version`,
  remember: `
    insert into engine.platform_migrations (version, name, checksum)
    values ($1, $2, encode(sha256(convert_to($3, 'UTF8')), 'hex'))`,
  forget: 'delete from engine.platform_migrations where version = any ($1)',
}

/** The tables of one feature, in the database or not. */
export const featureHistory = (feature: string): History => ({
  whose: `the feature ${feature} of this version of the engine`,
  applied: `
    select version, name, checksum
    from engine.feature_migrations
    where feature = ${pg.escapeLiteral(feature)}
    order by version`,
  remember: `
    insert into engine.feature_migrations (feature, version, name, checksum)
    values (${pg.escapeLiteral(feature)}, $1, $2, encode(sha256(convert_to($3, 'UTF8')), 'hex'))`,
  forget: `delete from engine.feature_migrations where feature = ${pg.escapeLiteral(feature)} and version = any ($1)`,
})

/** The Supabase CLI's own table, so that its commands and ours agree on what was applied. It takes files to pieces. */
export const projectHistory: History = {
  whose: 'the project in PROJECT_DIR',
  searchPath: PROJECT_SEARCH_PATH,
  create: `
    create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.schema_migrations (
      version    text not null primary key,
      statements text[],
      name       text
    );`,
  applied: `
    select version, name,
           case when cardinality(statements) = 1 then encode(sha256(convert_to(statements[1], 'UTF8')), 'hex') end as checksum
    from supabase_migrations.schema_migrations
    order by version`,
  remember: `
    insert into supabase_migrations.schema_migrations (version, name, statements)
    values ($1, $2, array[$3])`,
  forget: 'delete from supabase_migrations.schema_migrations where version = any ($1)',
}

export type Applied = { version: string; name: string | null; checksum: string | null }

/** Nothing where nothing remembers them yet. */
export async function appliedBefore(database: Database, history: History): Promise<Applied[]> {
  try {
    return await database.run<Applied>({}, { text: history.applied })
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === UNDEFINED_TABLE) return []
    throw error
  }
}
