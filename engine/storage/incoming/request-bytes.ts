import type { FastifyRequest } from 'fastify'
import { storageErrors } from '../errors.ts'

/** A connection that brings nothing for so long is given up. */
export const IDLE_MS = 60_000

/** The request's body as it comes. Throws `uploadBrokenOff` where it ends early. */
export function bytesOf({ raw }: FastifyRequest, idleMs = IDLE_MS): AsyncIterable<Uint8Array> {
  raw.setTimeout(idleMs, () => raw.destroy())
  return untilBrokenOff(raw.iterator({ destroyOnReturn: false }))
}

/** A caller who hangs up is not a failure of ours. */
export async function* untilBrokenOff(source: AsyncIterable<Uint8Array>) {
  try {
    yield* source
  } catch (cause) {
    throw storageErrors.uploadBrokenOff(cause)
  }
}

/** Lets go of what was not read, so that the connection can carry the answer. */
export function release({ raw }: FastifyRequest) {
  raw.setTimeout(0)
  raw.unpipe()
  raw.resume()
}
