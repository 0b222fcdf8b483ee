import type { FastifyInstance } from 'fastify'
import { storageErrors } from '../errors.ts'
import { serviceRoleOnly } from '../http/caller.ts'
import { renderErrorByItsStatus } from '../http/render-error.ts'

/** Five hundred vectors of the dimensions that models have; as much as the hosted service takes. */
const MAX_BODY_BYTES = 20 * 1024 * 1024

/**
 * Vector buckets, the client's `storage.vectors`: everything under /storage/v1/vector, for the project's own server alone.
 * Few projects have any, so that the endpoints are loaded when one of them is first called.
 */
export async function vectorBuckets(app: FastifyInstance) {
  const { vector } = app.project.config.storage
  if (!vector.enabled) return
  await app.register(serviceRoleOnly)
  app.setErrorHandler(renderErrorByItsStatus)
  app.post<{ Params: { name: string } }>('/vector/:name', { bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
    const { endpoints } = await import('./endpoints.ts')
    const endpoint = endpoints.get(request.params.name)
    if (!endpoint) throw storageErrors.unknownRoute(request)
    const answer = await endpoint(app, request)
    // Without a body where there is nothing to say: the client expects no JSON then.
    return answer ?? reply.code(200).send()
  })
}
