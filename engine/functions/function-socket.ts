import type { Database } from '../database/database.ts'
import { type DatabaseSocket, loadDatabaseSocket } from '../database/database-socket.ts'

type Raw = NonNullable<Database['raw']>

/** The socket of the package, which is loaded when a function first asks for its address. */
export function functionSocket(database: Pick<Database, 'run'>, raw: Raw): DatabaseSocket {
  let opened: Promise<DatabaseSocket> | undefined
  const open = async () => (await loadDatabaseSocket('SUPABASE_DB_URL in a function')).socketForFunctions(database, raw)
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
