import { request as ask, createServer, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { closeServer, listen } from './listen.ts'

/**
 * Starts the gateway of an imitated hosted project: it passes requests to the services or to the functions, and adds
 * the caller's address.
 */
export async function startGateway(ports: { services: number; functions: () => number }) {
  const server = createServer((request, response) => {
    passOn(request)
      .on('response', (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
        answer.pipe(response)
      })
      .on('error', () => (response.headersSent ? response.destroy() : response.writeHead(503).end()))
  })
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => undefined)
    passOn(request)
      .on('upgrade', (answer, inside, first) => {
        const lines = Array.from({ length: answer.rawHeaders.length / 2 }, (_, at) =>
          answer.rawHeaders.slice(2 * at, 2 * at + 2).join(': '),
        )
        socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`)
        socket.write(first)
        inside.write(head)
        inside.on('error', () => socket.destroy()).on('close', () => socket.destroy())
        socket.on('close', () => inside.destroy())
        inside.pipe(socket).pipe(inside)
      })
      .on('response', (answer) => socket.end(`HTTP/1.1 ${answer.statusCode} Refused\r\ncontent-length: 0\r\n\r\n`))
      .on('error', () => socket.destroy())
  })
  const url = await listen(server)
  return { url, [Symbol.asyncDispose]: () => closeServer(server) }

  function passOn(request: IncomingMessage) {
    const [, own] = /^\/functions\/v1(\/.*)$/.exec(request.url ?? '') ?? []
    const port = own === undefined ? ports.services : ports.functions()
    // A visitor's own X-Forwarded-For is passed on, followed by the observed address; Cloudflare's header is
    // overwritten.
    const address = request.socket.remoteAddress ?? ''
    const forwarded = [request.headers['x-forwarded-for'], address].filter(Boolean).join(', ')
    const headers = { ...request.headers, 'x-forwarded-for': forwarded, 'cf-connecting-ip': address }
    const passed = ask({ port, host: '127.0.0.1', path: own ?? request.url, method: request.method, headers })
    request.pipe(passed)
    return passed
  }
}
