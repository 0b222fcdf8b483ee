import type { FastifyInstance } from 'fastify'

/** A connection whose request body brings no data for this long is closed. */
const IDLE_MS = 60_000

/**
 * Closes connections whose request body has stopped arriving before a handler begins; a slow body may take its time.
 */
export function dropIdleBodies(app: FastifyInstance, idleMs = IDLE_MS) {
  app.addHook('preParsing', ({ raw }, _reply, _payload, done) => {
    raw.setTimeout(idleMs, () => raw.destroy())
    done()
  })
  // From here on the handler reads the rest of the body itself and may take its time.
  app.addHook('preValidation', ({ raw }, _reply, done) => {
    if (raw.socket.timeout) raw.setTimeout(0)
    done()
  })
}
