import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

const REFUSAL = 'HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'

/** A server for tests that can be told to stop answering, or to answer that it cannot. */
export async function failingProxyTo(url: string) {
  let state: 'open' | 'hangs' | 'refuses' = 'open'
  const passing = new Set<Socket>()
  const server = createServer((guest) => {
    const inside = connect(Number(new URL(url).port), '127.0.0.1')
    for (const socket of [guest, inside]) {
      passing.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => passing.delete(socket))
    }
    guest.on('data', (bytes) => {
      if (state === 'open') inside.write(bytes)
      else if (state === 'refuses') guest.end(REFUSAL)
    })
    inside.on('data', (bytes) => state === 'open' && guest.write(bytes))
    guest.on('end', () => inside.end())
    inside.on('end', () => guest.end())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('There is no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    becomes(now: typeof state) {
      state = now
    },
    async [Symbol.asyncDispose]() {
      for (const socket of passing) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
