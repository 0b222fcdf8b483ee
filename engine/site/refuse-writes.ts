import type { FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    takesForms?: boolean
  }
}

/** Refuses other methods than GET and HEAD, except on pages that take a form. */
export async function refuseWrites(request: FastifyRequest, reply: FastifyReply) {
  if (request.method === 'GET' || request.method === 'HEAD' || request.routeOptions.config.takesForms) return
  return reply.code(405).header('allow', 'GET, HEAD').type('text/plain; charset=utf-8').send('Method not allowed\n')
}
