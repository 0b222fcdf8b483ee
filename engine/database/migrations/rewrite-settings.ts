import pg from 'pg'
import { rewriteStatements } from './rewrite-statements.ts'

const REST_SETTING = String.raw`(?<role>\balter\s+(?:role|user)\s+"?authenticator"?)(?=\s+(?:set|reset)\s+"?pgrst\.)`
const DATABASE_SETTING = String.raw`(?<database>\balter\s+database\s+)(?:postgres\b|"postgres")(?=\s+(?:set|reset)\s)`

/**
 * Limits settings in SQL of a project to this database. On the hosted service a project has a server of its own, and
 * its database is called `postgres`. Here other projects may share the server, so settings of the role `authenticator`
 * (the REST service) and of the database are set for this database alone, whatever its name.
 */
export function rewriteSettings(sql: string, database: string): string {
  const name = pg.escapeIdentifier(database)
  return rewriteStatements(sql, `${REST_SETTING}|${DATABASE_SETTING}`, (_, { role, database: alter }) =>
    role === undefined ? `${alter}${name}` : `${role} in database ${name}`,
  )
}
