import { once } from 'node:events'
import type { Server } from 'node:http'

/** Starts the server on the loopback address, and returns its URL. */
export async function listen(server: Server, port = 0): Promise<string> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server listens nowhere.')
  return `http://localhost:${address.port}`
}

export async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}
