import type { FastifyRequest } from 'fastify'
import { storageErrors } from '../errors.ts'

/** The time after which a connection without incoming data is closed. */
export const IDLE_MS = 60_000

/** The request's body as a stream. Throws `uploadBrokenOff` where it ends early. */
export function bytesOf({ raw }: FastifyRequest, idleMs = IDLE_MS): AsyncIterable<Uint8Array> {
  raw.setTimeout(idleMs, () => raw.destroy())
  return untilBrokenOff(raw.iterator({ destroyOnReturn: false }))
}

/** Turns a disconnect into `uploadBrokenOff`, because it is no server error. */
export async function* untilBrokenOff(source: AsyncIterable<Uint8Array>) {
  try {
    yield* source
  } catch (cause) {
    throw storageErrors.uploadBrokenOff(cause)
  }
}

/** Discards the unread rest of the body, so that the connection can carry the response. */
export function release({ raw }: FastifyRequest) {
  raw.setTimeout(0)
  raw.unpipe()
  raw.resume()
}
