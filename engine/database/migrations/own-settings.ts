import pg from 'pg'
import { rewriteStatements } from './rewrite-statements.ts'

const OF_REST = String.raw`(?<role>\balter\s+(?:role|user)\s+"?authenticator"?)(?=\s+(?:set|reset)\s+"?pgrst\.)`
const OF_DATABASE = String.raw`(?<database>\balter\s+database\s+)(?:postgres\b|"postgres")(?=\s+(?:set|reset)\s)`

/**
 * SQL of a project as it is run in this database, which on the hosted service is called `postgres` and has a server for itself.
 * Here other projects may have databases on the same server: the settings of the REST service, which the role `authenticator` has
 * in all of them, are set for this one alone, and those of the database for this one, whatever it is called.
 */
export function withOwnSettings(sql: string, database: string): string {
  const name = pg.escapeIdentifier(database)
  return rewriteStatements(sql, `${OF_REST}|${OF_DATABASE}`, (_, { role, database: alter }) =>
    role === undefined ? `${alter}${name}` : `${role} in database ${name}`,
  )
}
