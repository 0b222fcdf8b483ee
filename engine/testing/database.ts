/** Databases for tests, benches and tools that write migrations and types, with or without a server. */

export { quoted, tablesOf } from '../backup/list-tables.ts'
export type { Database, Transaction } from '../database/database.ts'
export { embeddedDatabase } from '../database/embedded/embedded-database.ts'
export { compareMigrations } from '../database/migrations/compare-migrations.ts'
export { migrate } from '../database/migrations/migrate.ts'
export { versionsReplacedBy } from '../database/migrations/replaced-migrations.ts'
export { statementsOf } from '../database/migrations/split-statements.ts'
export { connectTo, openFolder } from '../database/offline/plain-client.ts'
export { postgresDatabase } from '../database/postgres-database.ts'
export { freshDatabase } from './fresh-database.ts'
export type { SentStatement, WatchedEngine } from './measuring/watched-engine.ts'
export { catalogue } from './same-database/catalogue.ts'
export { inspectAfterSql, type SqlFiles } from './same-database/inspect-after-sql.ts'
export { throwawayDatabase } from './throwaway-database.ts'
export { vacuum } from './vacuum.ts'

type Serve = typeof import('../assembly/serve.ts').serve
type StartWatchedEngine = typeof import('./measuring/watched-engine.ts').startWatchedEngine

/** Serves a database that the test has opened itself. */
export const serve: Serve = async (config, database, installation) =>
  (await import('../assembly/serve.ts')).serve(config, database, installation)

export const startWatchedEngine: StartWatchedEngine = async (...given) =>
  (await import('./measuring/watched-engine.ts')).startWatchedEngine(...given)
