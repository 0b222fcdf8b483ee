import type { FastifyInstance, FastifyReply, FastifyRequest, RouteGenericInterface } from 'fastify'

type Endpoint<Route extends RouteGenericInterface> = (
  app: FastifyInstance,
  request: FastifyRequest<Route>,
  reply: FastifyReply,
) => Promise<unknown>

/** An endpoint that is loaded by its first request. */
export const later =
  <Route extends RouteGenericInterface>(app: FastifyInstance, load: () => Promise<Endpoint<Route>>) =>
  async (request: FastifyRequest<Route>, reply: FastifyReply) =>
    (await load())(app, request, reply)
