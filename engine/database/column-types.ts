import pg from 'pg'
import type { ReadOptions } from './database.ts'

const JSON_OID = 114
const DATE = 1082
const TIMESTAMP = 1114

const unchanged = (text: string) => text

/** Reads the text of a column as node-postgres does, except that dates and times without a zone stay text. */
export function getTypeParser(...[oid, format]: Parameters<typeof pg.types.getTypeParser>) {
  if (oid === DATE || oid === TIMESTAMP) return unchanged
  return pg.types.getTypeParser(oid, format)
}

/** The type parsers for one statement, with or without parsing json. */
export const typeParsersFor = ({ jsonAsText = false }: ReadOptions): typeof getTypeParser =>
  jsonAsText ? (oid, format) => (oid === JSON_OID ? unchanged : getTypeParser(oid, format)) : getTypeParser
