import type { FastifyReply } from 'fastify'

export type Timing = ReturnType<typeof startTiming>

/** How long the steps of a request take, one after the other, for browsers to show (`Server-Timing`). */
export function startTiming() {
  const steps: string[] = []
  let since = performance.now()

  return {
    /** The step that ends now began where the one before it ended. */
    ends(step: string) {
      const now = performance.now()
      steps.push(`${step};dur=${(now - since).toFixed(1)}`)
      since = now
    },
    tell: (reply: FastifyReply) => void reply.header('server-timing', steps.join(', ')),
  }
}
