import { basename, join } from 'node:path'
import { type Migration, readMigrations, readSchemas, type SchemaFile } from './migration-files.ts'
import { replacedBy } from './replaced.ts'

/** What a new database of a folder is made of, remembered as if it were a migration before all others. */
export type Beginning = Omit<Migration, 'checksum'> & { schemas: SchemaFile[] }

const NUMBER = '0000'

/**
 * The schemas of a folder. Where they replace migrations they have the number after those: a database that began with earlier
 * schemas is not taken for one that began with these, and older code sees that newer code was here.
 */
export async function readBeginning(folder: string): Promise<Beginning> {
  const schemas = await readSchemas(join(folder, 'schemas'))
  const sql = schemas.map(({ sql }) => sql).join('\n')
  const last = replacedBy(sql).at(-1)
  const version = last === undefined ? NUMBER : String(Number(last) + 1).padStart(NUMBER.length, '0')
  return { version, name: 'schemas', file: `${basename(folder)}/schemas`, sql, schemas }
}

/** Whether a version is no migration but a state that a history began with. */
export const isBeginning = (version: string, beginning: Pick<Beginning, 'version'>): boolean =>
  version === NUMBER || version === beginning.version

/** The SQL of a folder: what it begins with, and the migrations since. */
export async function readFolder(folder: string): Promise<{ beginning: Beginning; migrations: Migration[] }> {
  const [beginning, migrations] = await Promise.all([readBeginning(folder), readMigrations(join(folder, 'migrations'))])
  return { beginning, migrations }
}
