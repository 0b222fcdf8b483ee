import type { FastifyInstance } from 'fastify'
import { ApiError } from '../gateway/api-error.ts'
import { requireApiKey } from '../gateway/api-key.ts'
import { examineDatabase } from './examine-database.ts'

export const EXAMINATION_PATH = '/examination/v1'

/**
 * Serves the examination of the database of a running server; no other process can open an embedded database. Requires
 * the service key.
 */
export async function examinations(app: FastifyInstance) {
  app.register(requireApiKey)
  app.get(EXAMINATION_PATH, async ({ apiKeyRole }) => {
    if (apiKeyRole !== 'service_role') throw new ApiError(403, { message: 'This requires the service key.' })
    return examineDatabase({ database: app.database, store: app.files.store, project: app.project })
  })
}
