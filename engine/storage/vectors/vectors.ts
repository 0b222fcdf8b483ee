import type { FastifyInstance } from 'fastify'
import { storageErrors } from '../errors.ts'
import type { Parts } from '../feature.ts'
import { renderErrorByItsStatus } from '../http/render-error.ts'
import { asEngine } from '../http/statements.ts'
import { endpoints } from './endpoints.ts'
import type { VectorSection } from './section.ts'

declare module 'fastify' {
  interface FastifyInstance {
    vectorSettings: VectorSection
  }
}

/** Five hundred vectors of the dimensions that models have; as much as the hosted service takes. */
const MAX_BODY_BYTES = 20 * 1024 * 1024

export const vectors = (app: FastifyInstance, { vector }: { vector: VectorSection }): Parts => {
  app.decorate('vectorSettings', vector)
  app.addHook('onReady', () => makeBuckets(app))
  return { projectServers: routes }
}

/** Everything under /storage/v1/vector, for the project's own server alone. */
async function routes(app: FastifyInstance) {
  app.setErrorHandler(renderErrorByItsStatus)
  app.post<{ Params: { name: string } }>('/vector/:name', { bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
    const endpoint = endpoints.get(request.params.name)
    if (!endpoint) throw storageErrors.unknownRoute(request)
    const answer = await endpoint(app, request)
    // Without a body where there is nothing to say: the client expects no JSON then.
    return answer ?? reply.code(200).send()
  })
}

/** Makes the buckets that config.toml names. */
async function makeBuckets({ database, vectorSettings }: FastifyInstance) {
  for (const name of Object.keys(vectorSettings.buckets)) {
    await database.run(asEngine, {
      text: 'insert into storage.buckets_vectors (id) values ($1) on conflict do nothing',
      values: [name],
    })
  }
}
