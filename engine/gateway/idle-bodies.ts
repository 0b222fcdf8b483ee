import type { FastifyInstance } from 'fastify'

/** A connection that has begun a body and brings nothing for so long is given up. */
const IDLE_MS = 60_000

/** Bounds the wait for bodies that are parsed before a handler begins; a slow one may take its time. */
export function dropIdleBodies(app: FastifyInstance, idleMs = IDLE_MS) {
  app.addHook('preParsing', ({ raw }, _reply, _payload, done) => {
    raw.setTimeout(idleMs, () => raw.destroy())
    done()
  })
  // From here on the handler may take its time, and reads by itself what it left on the wire.
  app.addHook('preValidation', ({ raw }, _reply, done) => {
    if (raw.socket.timeout) raw.setTimeout(0)
    done()
  })
}
