import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { ApiError } from '../gateway/api-error.ts'
import { requireApiKey } from '../gateway/api-key.ts'
import { apiKeyRowsIn, namedKey } from '../tokens/api-key-rows.ts'
import { isNewerKey } from '../tokens/api-keys.ts'

/** The path of the keys of a running server. */
export const API_KEYS_PATH = '/api-keys/v1'

/**
 * Lists, creates and revokes keys of the newer form. It requires the service key: a secret key that has leaked must not
 * be able to create another one before it is revoked.
 */
export async function apiKeys(app: FastifyInstance) {
  const rows = apiKeyRowsIn(app.database)
  app.register(async (service) => {
    service.register(requireApiKey)
    service.addHook('onRequest', async ({ apiKeyRole, headers }) => {
      if (apiKeyRole !== 'service_role' || isNewerKey(String(headers.apikey)))
        throw new ApiError(403, { message: 'This requires the service key.' })
    })

    service.get(API_KEYS_PATH, async () => app.tokens.apiKeys.all())

    service.post(API_KEYS_PATH, async ({ body }, reply) => {
      if (!(await rows.add(parseNamedKey(body))))
        throw new ApiError(409, { message: 'There is a key of that name already.' })
      await app.tokens.apiKeys.read(rows)
      return reply.code(201).send(app.tokens.apiKeys.all())
    })

    service.delete(`${API_KEYS_PATH}/:type/:name`, async ({ params }) => {
      if (!(await rows.revoke(parseNamedKey(params))))
        throw new ApiError(404, { message: 'There is no key of that name.' })
      await app.tokens.apiKeys.read(rows)
      return app.tokens.apiKeys.all()
    })
  })
}

function parseNamedKey(key: unknown) {
  const parsed = namedKey.safeParse(key)
  if (parsed.success) return parsed.data
  throw new ApiError(400, { message: z.prettifyError(parsed.error) })
}
