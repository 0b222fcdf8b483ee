import type { DatabaseSocketFeature } from 'engine/feature'
import { DatabaseSocket } from './database-socket.ts'

/** The embedded database for functions that use a driver of PostgreSQL. */
export const feature: DatabaseSocketFeature = {
  databaseSocket: (database, raw) => new DatabaseSocket(database, raw),
}
