import type { FastifyInstance } from 'fastify'

/** GET /.well-known/jwks.json: the public keys that verify user tokens (docs/wire/auth.md#public-keys). */
export async function jwks(app: FastifyInstance) {
  app.get('/.well-known/jwks.json', async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=600')
    return app.tokens.jwks()
  })
}
