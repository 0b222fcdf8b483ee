import { z } from 'zod'

const table = z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()) })
const sequence = z.object({
  schema: z.string(),
  name: z.string(),
  value: z.string().nullable(),
  isCalled: z.boolean().optional(),
})
const definition = z.object({
  schema: z.string(),
  name: z.string(),
  partitionOf: z.string().nullable(),
  bound: z.string().nullable(),
  create: z.string(),
  parts: z.array(z.string()),
  references: z.array(z.string()),
})
const materializedView = z.object({ schema: z.string(), name: z.string(), isPopulated: z.boolean() })

/** The first entry of an archive: what it is, and what must exist before its rows can be restored. */
export const heading = z.object({
  format: z.literal(1),
  /** The name of the installation. */
  of: z.string(),
  madeAt: z.iso.datetime(),
  engine: z.string(),
  /** The version of PostgreSQL that the backup was made on. */
  postgres: z.string(),
  /** The applied migrations by owner; `features` by the name of the feature. */
  migrations: z.object({
    platform: z.array(z.string()),
    features: z.record(z.string(), z.array(z.string())),
    project: z.array(z.string()),
  }),
  /** Environment variables of the installation, without secrets. */
  settings: z.record(z.string(), z.string()),
  tables: z.array(table),
  sequences: z.array(sequence),
  materializedViews: z.array(materializedView).optional(),
  /** The definitions of tables that no migration creates; archives of earlier versions have none. */
  definitions: z.array(definition).optional(),
  /** All objects of the database by kind and name, with a hash of their definitions. */
  objects: z.record(z.string(), z.string()).optional(),
  /** Rows that the archive does not contain, in sentences. */
  unheldRows: z.array(z.string()).optional(),
})
export type Heading = z.infer<typeof heading>

/** The last entry of an archive: everything that it must contain. */
export const closing = z.object({
  pieces: z.record(z.string(), z.object({ size: z.number(), sha256: z.string() })),
  /** The number of rows of each table. */
  rows: z.record(z.string(), z.number()),
  files: z.number(),
  /** Files that rows name and that were missing. */
  missing: z.array(z.string()),
})
export type Closing = z.infer<typeof closing>

/** The names of the entries in an archive. */
export const HEADING_FILE = 'backup.json'
export const KEYS_FILE = 'keys.json'
export const CLOSING_FILE = 'contents.json'
export const FILES_FOLDER = 'files/'

const ROWS_FOLDER = 'database/'

export const rowsPiece = (table: string, index: number) =>
  `${ROWS_FOLDER}${encodeURIComponent(table)}/${String(index).padStart(6, '0')}.copy`

/** The table whose rows an entry holds; undefined for any other entry. */
export function tableOfPiece(name: string): string | undefined {
  if (!name.startsWith(ROWS_FOLDER)) return undefined
  return decodeURIComponent(name.slice(ROWS_FOLDER.length, name.lastIndexOf('/')))
}
