import { basename, join } from 'node:path'
import { type Migration, readMigrations, readSchemas, type SchemaFile } from './migration-files.ts'
import { versionsReplacedBy } from './replaced-migrations.ts'

/** The schema files of a folder, recorded as if they were a migration before all others. */
export type InitialSchemas = Omit<Migration, 'checksum'> & { schemas: SchemaFile[] }

const NUMBER = '0000'

/**
 * Reads the schemas of a folder. Where they replace migrations, their version comes after those: a database that began
 * with earlier schemas is not mistaken for one that began with these, and older code recognises that newer code was
 * here.
 */
export async function readInitialSchemas(folder: string): Promise<InitialSchemas> {
  const schemas = await readSchemas(join(folder, 'schemas'))
  const sql = schemas.map(({ sql }) => sql).join('\n')
  const last = versionsReplacedBy(sql).at(-1)
  const version = last === undefined ? NUMBER : String(Number(last) + 1).padStart(NUMBER.length, '0')
  return { version, name: 'schemas', file: `${basename(folder)}/schemas`, sql, schemas }
}

/** Whether a version stands for the initial schemas and not for a migration. */
export const isInitialVersion = (version: string, beginning: Pick<InitialSchemas, 'version'>): boolean =>
  version === NUMBER || version === beginning.version

/** Reads the SQL of a folder: its schemas and the migrations since. */
export async function readFolder(folder: string): Promise<{ beginning: InitialSchemas; migrations: Migration[] }> {
  const [beginning, migrations] = await Promise.all([
    readInitialSchemas(folder),
    readMigrations(join(folder, 'migrations')),
  ])
  return { beginning, migrations }
}
