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

/** What an archive begins with: what it is, and what has to be there before its rows can be. */
export const heading = z.object({
  format: z.literal(1),
  /** Of the installation. */
  of: z.string(),
  madeAt: z.iso.datetime(),
  engine: z.string(),
  /** The version of PostgreSQL it was made on. */
  postgres: z.string(),
  /** The migrations that made its tables, by whose they are; `features` by the name of the feature. */
  migrations: z.object({
    platform: z.array(z.string()),
    features: z.record(z.string(), z.array(z.string())),
    project: z.array(z.string()),
  }),
  /** Of the environment; none of them a secret. */
  settings: z.record(z.string(), z.string()),
  tables: z.array(table),
  sequences: z.array(sequence),
  materializedViews: z.array(materializedView).optional(),
  /** How its tables were made, for those that no migration makes; archives of earlier versions have none. */
  definitions: z.array(definition).optional(),
  /** All objects of the database by kind and name, with a hash of their definitions. */
  objects: z.record(z.string(), z.string()).optional(),
  /** Rows that it does not hold, in sentences. */
  unheldRows: z.array(z.string()).optional(),
})
export type Heading = z.infer<typeof heading>

/** What an archive ends with: all that has to be in it. */
export const closing = z.object({
  pieces: z.record(z.string(), z.object({ size: z.number(), sha256: z.string() })),
  /** Of each table. */
  rows: z.record(z.string(), z.number()),
  files: z.number(),
  /** Files that the rows name and that were not there. */
  missing: z.array(z.string()),
})
export type Closing = z.infer<typeof closing>

/** The names of what lies in an archive. */
export const HEADING = 'backup.json'
export const KEYS = 'keys.json'
export const CLOSING = 'contents.json'
export const FILES = 'files/'

const ROWS = 'database/'

export const rowsPiece = (table: string, index: number) =>
  `${ROWS}${encodeURIComponent(table)}/${String(index).padStart(6, '0')}.copy`

/** Of which table a piece holds rows; undefined for any other. */
export function tableOfPiece(name: string): string | undefined {
  if (!name.startsWith(ROWS)) return undefined
  return decodeURIComponent(name.slice(ROWS.length, name.lastIndexOf('/')))
}
