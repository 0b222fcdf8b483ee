import type { Database } from '../database/database.ts'
import { loadPackage, type OptionalPackage } from '../kernel/optional-package.ts'

type Raw = NonNullable<Database['raw']>

/** A socket by which functions reach the embedded database with a driver of PostgreSQL. */
export type DatabaseSocket = { address(): Promise<string>; close(): Promise<void> }

/** The `feature` that the package exports. */
export type DatabaseSocketFeature = {
  databaseSocket(database: Pick<Database, 'run'>, raw: Raw): DatabaseSocket
}

const from: OptionalPackage = {
  name: 'engine-postgres-socket',
  brings: 'the embedded database by a driver of PostgreSQL',
  askedBy: 'SUPABASE_DB_URL in a function',
}

/** The socket of the package, which is loaded when a function first asks for its address. */
export function databaseSocket(database: Pick<Database, 'run'>, raw: Raw): DatabaseSocket {
  let opened: Promise<DatabaseSocket> | undefined
  const open = async () => (await loadPackage<DatabaseSocketFeature>(from)).databaseSocket(database, raw)
  return {
    async address() {
      opened ??= open()
      return (await opened).address()
    },
    async close() {
      const socket = await opened?.catch(() => undefined)
      await socket?.close()
    },
  }
}
