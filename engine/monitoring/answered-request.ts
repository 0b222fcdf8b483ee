import type { FastifyReply, FastifyRequest } from 'fastify'

/** What is worth knowing of a request that is over. Its path, query and body are nobody's business. */
export type AnsweredRequest = {
  method: string
  /** The route's pattern, so that there are only so many; what has none is a file of the site, or nothing at all. */
  route: string
  /** 499, as nginx has it, where the caller left before all of the answer was there. */
  status: number
  ms: number
}

const NO_ROUTE = '*'
const CALLER_LEFT = 499

/** Calls back once the answer is away, or the caller is. */
export function onceAnswered(request: FastifyRequest, reply: FastifyReply, done: (answered: AnsweredRequest) => void) {
  reply.raw.once('close', () =>
    done({
      method: request.method,
      route: request.routeOptions.url ?? NO_ROUTE,
      status: reply.raw.writableEnded ? reply.raw.statusCode : CALLER_LEFT,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    }),
  )
}

/** Machines ask these all day long. */
export const isAskedByMachines = ({ route }: Pick<AnsweredRequest, 'route'>) =>
  route === '/health' || route === '/metrics'
