import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Longer than a mail takes to be written into a database nearby. Tests wait for nothing. */
export const timebox = { ms: 200 }

const startTimes = new WeakMap<FastifyRequest, number>()

/**
 * Options of a route that answers alike whether somebody has an account: writing a mail takes longer than writing none, and the
 * time of the answer would tell. An answer waits until the time box is full, or the next one where the work took longer.
 */
export const timeboxed = {
  // The body has come by then: whoever sends it slowly must not choose where in the time box the work begins.
  async preHandler(request: FastifyRequest) {
    startTimes.set(request, performance.now())
  },
  async onSend(request: FastifyRequest, _reply: FastifyReply) {
    const start = startTimes.get(request)
    if (start === undefined || timebox.ms === 0) return
    await pause(timebox.ms - ((performance.now() - start) % timebox.ms))
  },
}
