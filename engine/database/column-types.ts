import pg from 'pg'

const DATE = 1082
const TIMESTAMP = 1114

/** How the text of a column is read: as node-postgres does, but that days and times without a zone stay as they are. */
export function getTypeParser(...[oid, format]: Parameters<typeof pg.types.getTypeParser>) {
  if (oid === DATE || oid === TIMESTAMP) return (text: string) => text
  return pg.types.getTypeParser(oid, format)
}
