import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'

type ClientErrorHandler = NonNullable<FastifyServerOptions['clientErrorHandler']>

/** How long the rest of the request may take. */
const LINGER_MS = 5_000

/** The statuses of requests that Node cannot read, by its error codes. */
const statuses: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

/**
 * Answers a request that cannot be read, such as one with an address that is too long. Which page sent it is not known,
 * so any page may read the answer.
 */
export const answerUnreadable: ClientErrorHandler = (error, socket) => {
  // Each further piece of the same request is an error of its own.
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const statusCode = statuses[error.code] ?? 400
  const message = STATUS_CODES[statusCode] ?? ''
  const body = JSON.stringify({ error: message, message, statusCode })
  const headers = [
    `HTTP/1.1 ${statusCode} ${message}`,
    'access-control-allow-origin: *',
    'connection: close',
    'content-type: application/json',
    `content-length: ${body.length}`,
  ]
  // A connection that is closed while the caller still sends is reset, and the reset overtakes the answer.
  socket.end(`${headers.join('\r\n')}\r\n\r\n${body}`)
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

/** Refuses an address that cannot be decoded, such as `/rest/v1/%ff`, before any service is asked. */
export function refuseBadAddress(error: FastifyError, _request: FastifyRequest, reply: FastifyReply) {
  reply.header('access-control-allow-origin', '*').send(error)
}
