import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * The facts about an answered request that are logged and counted. Path, query and body are left out, because they may
 * contain personal data.
 */
export type AnsweredRequest = {
  method: string
  /**
   * The route's pattern, so that the number of values is limited; a request without a route is for a file of the site.
   */
  route: string
  /** The status; 499, as in nginx, where the caller disconnected before the whole answer was sent. */
  status: number
  ms: number
}

const NO_ROUTE = '*'
const CLIENT_CLOSED_REQUEST = 499

/** Calls back once the answer is sent or the caller has disconnected. */
export function onceAnswered(request: FastifyRequest, reply: FastifyReply, done: (answered: AnsweredRequest) => void) {
  reply.raw.once('close', () =>
    done({
      method: request.method,
      route: request.routeOptions.url ?? NO_ROUTE,
      status: reply.raw.writableEnded ? reply.raw.statusCode : CLIENT_CLOSED_REQUEST,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    }),
  )
}

/** Machines call these routes all day long. */
export const isMachineRoute = ({ route }: Pick<AnsweredRequest, 'route'>) => route === '/health' || route === '/metrics'
