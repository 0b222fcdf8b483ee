import type { FastifyReply } from 'fastify'

export type Timing = ReturnType<typeof startTiming>

/** Measures the successive steps of a request for the `Server-Timing` header. */
export function startTiming() {
  const steps: string[] = []
  let since = performance.now()

  return {
    /** Ends a step, which began where the one before it ended. */
    ends(step: string) {
      const now = performance.now()
      steps.push(`${step};dur=${(now - since).toFixed(1)}`)
      since = now
    },
    tell: (reply: FastifyReply) => void reply.header('server-timing', steps.join(', ')),
  }
}
