import type { FastifyInstance } from 'fastify'
import { requireApiKey } from '../gateway/api-key.ts'
import { openToAllOrigins } from '../gateway/cors.ts'

/** As the hosted service answers where a project has the extension switched off; `detail` is ours. */
const answer = {
  errors: [
    {
      message: 'pg_graphql extension is not enabled.',
      extensions: { detail: 'This server has no GraphQL. Tables are at /rest/v1, as supabase-js asks for them.' },
    },
  ],
}

/** /graphql/v1, which no client waits for in vain. */
export async function graphqlEndpoint(app: FastifyInstance) {
  app.register(openToAllOrigins)
  app.register(requireApiKey)
  app.route({ method: ['GET', 'POST'], url: '/', handler: async () => answer })
}
