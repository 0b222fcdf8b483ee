import { randomBytes } from 'node:crypto'
import type { DatabaseSocketFeature } from 'engine/feature'
import type { ClientLimits } from './client-session.ts'
import { DatabaseSocket } from './database-socket.ts'

/** Functions get little time, because other requests of the server wait for the database meanwhile. */
const FUNCTION_LIMITS: ClientLimits = { idleMs: 3000, transactionMs: 15_000, statementMs: 10_000 }
/** Tools may take longer, because they apply migrations and write dumps, and an operator watches them. */
const TOOL_LIMITS: ClientLimits = { idleMs: 10_000, transactionMs: 300_000, statementMs: 60_000 }

/** The embedded database for drivers of PostgreSQL in functions, and for tools. */
export const feature: DatabaseSocketFeature = {
  socketForFunctions: (database, raw) => {
    const password = randomBytes(24).toString('base64url')
    return new DatabaseSocket(database, raw, { port: 0, password, limits: FUNCTION_LIMITS })
  },
  socketForTools: (database, raw, { port, password }) =>
    new DatabaseSocket(database, raw, { port, password, limits: TOOL_LIMITS }),
}
