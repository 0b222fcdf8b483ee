import { readFile } from 'node:fs/promises'
import type { Extension, Extensions } from '@electric-sql/pglite'
import { writeAtomically } from '../../kernel/atomic-file.ts'
import { isErrno } from '../../kernel/errno.ts'

/**
 * The extensions that a project may create in addition to the built-in ones, by their names in SQL. Each one makes
 * opening the database slower, so only those that a project has created are loaded.
 */
const onDemand: Record<string, () => Promise<Extension>> = {
  bloom: async () => (await import('@electric-sql/pglite/contrib/bloom')).bloom,
  btree_gin: async () => (await import('@electric-sql/pglite/contrib/btree_gin')).btree_gin,
  btree_gist: async () => (await import('@electric-sql/pglite/contrib/btree_gist')).btree_gist,
  citext: async () => (await import('@electric-sql/pglite/contrib/citext')).citext,
  cube: async () => (await import('@electric-sql/pglite/contrib/cube')).cube,
  dict_int: async () => (await import('@electric-sql/pglite/contrib/dict_int')).dict_int,
  dict_xsyn: async () => (await import('@electric-sql/pglite/contrib/dict_xsyn')).dict_xsyn,
  earthdistance: async () => (await import('@electric-sql/pglite/contrib/earthdistance')).earthdistance,
  fuzzystrmatch: async () => (await import('@electric-sql/pglite/contrib/fuzzystrmatch')).fuzzystrmatch,
  hstore: async () => (await import('@electric-sql/pglite/contrib/hstore')).hstore,
  intarray: async () => (await import('@electric-sql/pglite/contrib/intarray')).intarray,
  isn: async () => (await import('@electric-sql/pglite/contrib/isn')).isn,
  lo: async () => (await import('@electric-sql/pglite/contrib/lo')).lo,
  ltree: async () => (await import('@electric-sql/pglite/contrib/ltree')).ltree,
  moddatetime: async () => (await import('@electric-sql/pglite/contrib/moddatetime')).moddatetime,
  pg_stat_statements: async () => (await import('@electric-sql/pglite/contrib/pg_stat_statements')).pg_stat_statements,
  seg: async () => (await import('@electric-sql/pglite/contrib/seg')).seg,
  tablefunc: async () => (await import('@electric-sql/pglite/contrib/tablefunc')).tablefunc,
  tcn: async () => (await import('@electric-sql/pglite/contrib/tcn')).tcn,
  tsm_system_rows: async () => (await import('@electric-sql/pglite/contrib/tsm_system_rows')).tsm_system_rows,
  tsm_system_time: async () => (await import('@electric-sql/pglite/contrib/tsm_system_time')).tsm_system_time,
  unaccent: async () => (await import('@electric-sql/pglite/contrib/unaccent')).unaccent,
  vector: async () => (await import('@electric-sql/pglite-pgvector')).vector,
}

export const isOnDemand = (name: string) => Object.hasOwn(onDemand, name)

/** The list is a file beside the folder, because the folder itself belongs to Postgres. */
const extensionsListFile = (folder: string) => `${folder}.extensions`

/** The extensions that the database in `folder` has been opened with because a project created them. */
export async function rememberedExtensions(folder: string): Promise<Extensions> {
  const loaded: Extensions = {}
  for (const name of await namesOfExtensions(folder)) {
    const extension = await onDemand[name]?.()
    if (extension) loaded[name] = extension
  }
  return loaded
}

/**
 * Loads these extensions each time the database in `folder` is opened from now on. Returns false where nothing is new:
 * they are loaded already, or do not exist.
 */
export async function rememberExtensions(folder: string, names: readonly string[]): Promise<boolean> {
  const known = await namesOfExtensions(folder)
  const all = new Set([...known, ...names.filter(isOnDemand)])
  if (all.size === known.length) return false
  await writeAtomically(extensionsListFile(folder), Array.from(all, (name) => `${name}\n`).join(''))
  return true
}

/** Copies the list of extensions for a copy of a database. */
export async function copyExtensions(folder: string, copy: string): Promise<void> {
  await rememberExtensions(copy, await namesOfExtensions(folder))
}

/** The names in SQL of the extensions that are loaded for `folder`. */
export async function namesOfExtensions(folder: string): Promise<string[]> {
  const text = await readFile(extensionsListFile(folder), 'utf8').catch((error: unknown) => {
    if (isErrno(error, 'ENOENT')) return ''
    throw error
  })
  return text.split('\n').filter(isOnDemand)
}
