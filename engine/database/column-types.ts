import pg from 'pg'
import type { Reading } from './database.ts'

const JSON_OID = 114
const DATE = 1082
const TIMESTAMP = 1114

const asItIs = (text: string) => text

/** How the text of a column is read: as node-postgres does, but that days and times without a zone stay as they are. */
export function getTypeParser(...[oid, format]: Parameters<typeof pg.types.getTypeParser>) {
  if (oid === DATE || oid === TIMESTAMP) return asItIs
  return pg.types.getTypeParser(oid, format)
}

/** The same, as a statement wants it. */
export const readersFor = ({ jsonAsText = false }: Reading): typeof getTypeParser =>
  jsonAsText ? (oid, format) => (oid === JSON_OID ? asItIs : getTypeParser(oid, format)) : getTypeParser
