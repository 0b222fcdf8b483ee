import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

function message(kind: string, body: Buffer | string = '') {
  const bytes = Buffer.from(body)
  const head = Buffer.alloc(5)
  head.write(kind)
  head.writeInt32BE(bytes.length + 4, 1)
  return Buffer.concat([head, bytes])
}

const ready = message('Z', 'I')
const welcome = Buffer.concat([message('R', Buffer.alloc(4)), ready])
const TERMINATE = 'X'

/** What PostgreSQL answers to a statement without rows. */
export const done = Buffer.concat([message('1'), message('2'), message('n'), message('C', 'SELECT 0\0'), ready])

/** What PostgreSQL answers to a statement that it refuses, before it closes the connection if that is no mere error. */
export function refusal(severity: 'ERROR' | 'FATAL' | 'PANIC', code: string): Buffer {
  const error = message('E', `S${severity}\0C${code}\0MRefused\0\0`)
  return severity === 'ERROR' ? Buffer.concat([error, ready]) : error
}

/** A row of nine columns that ends before the first of them. */
export const brokenRow = message('D', Buffer.from([0, 9]))

/**
 * Stands in for a PostgreSQL that misbehaves as no real one does on demand. `answer` gets whatever a client sends. One
 * that `isSilent` does not even welcome clients.
 */
export async function scriptedPostgres(answer: (sent: string, socket: Socket) => void, { isSilent = false } = {}) {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => undefined) // A client may end in any way.
    if (isSilent) return
    socket.once('data', () => {
      socket.write(welcome)
      socket.on('data', (bytes) => bytes.toString('latin1', 0, 1) !== TERMINATE && answer(bytes.toString(), socket))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    url: `postgresql://somebody@127.0.0.1:${port}/somewhere`,
    sockets,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
