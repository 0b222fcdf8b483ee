import pg from 'pg'
import type { Database } from '../database.ts'

const UNDEFINED_TABLE = '42P01'

/** Rewrites SQL of the project for this database. */
export type AsRun = (sql: string) => string

/** How applied files are recorded in a database. */
export type History = {
  /** The owner of the files, as named in error messages. */
  whose: string
  /** Creates or updates the table of applied files; left out where the platform creates it. */
  create?: string
  /**
   * Selects `version`, `name` and `checksum` of every applied migration, in order; the checksum is null where it is
   * unknown.
   */
  applied: string
  /** Records one file: $1 version, $2 name, $3 the whole text. */
  remember: string
  /** Deletes the records whose versions are in the list $1. */
  forget: string
  /** The search_path while the files run. */
  searchPath?: string
  /** Rewrites the text of a file before it runs; left out where it runs as it is. */
  asRun?: AsRun
}

/** The search_path of migrations on the hosted service, where functions of pgcrypto are found without their schema. */
export const PROJECT_SEARCH_PATH = '"$user", public, extensions'

/** The history of the engine's own SQL, which creates what every Supabase project finds in its database. */
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

/** The history of one feature's tables, whether or not the database has them. */
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

/**
 * The history of the project's migrations, in the Supabase CLI's own table, so that the CLI and the engine agree on
 * what was applied. The CLI stores a file as separate statements.
 */
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

/** The applied migrations; an empty list where the table of records does not exist yet. */
export async function appliedBefore(database: Database, history: History): Promise<Applied[]> {
  try {
    return await database.run<Applied>({}, { text: history.applied })
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === UNDEFINED_TABLE) return []
    throw error
  }
}
