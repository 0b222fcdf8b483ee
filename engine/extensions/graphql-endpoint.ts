import type { FastifyInstance } from 'fastify'
import { requireApiKey } from '../gateway/api-key.ts'
import { allowAllOrigins } from '../gateway/cors.ts'

/** The hosted service's answer where a project has the extension disabled; `detail` is added here. */
const answer = {
  errors: [
    {
      message: 'pg_graphql extension is not enabled.',
      extensions: { detail: 'This server has no GraphQL. Tables are at /rest/v1, as supabase-js asks for them.' },
    },
  ],
}

/** The endpoint /graphql/v1, which answers at once that GraphQL is not available. */
export async function graphqlEndpoint(app: FastifyInstance) {
  app.register(allowAllOrigins)
  app.register(requireApiKey)
  app.route({ method: ['GET', 'POST'], url: '/', handler: async () => answer })
}
