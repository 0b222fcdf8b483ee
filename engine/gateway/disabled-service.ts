import type { FastifyInstance } from 'fastify'
import { ApiError } from './api-error.ts'
import { allowAllOrigins } from './cors.ts'
import { notFound, routeUpgrades } from './websocket-upgrades.ts'

/** Answers for a service that the project has switched off, as the hosted gateway does for an unknown path. */
export async function disabledService(app: FastifyInstance) {
  // Pages of other origins must be able to read the answer too.
  await app.register(allowAllOrigins)
  // Answers before the body is read, whatever its type.
  app.addHook('onRequest', async () => {
    throw new ApiError(404, { message: 'no Route matched with those values' })
  })
  app.all('/*', () => undefined)
  const stopUpgrades = routeUpgrades(app.server, app.prefix, notFound)
  app.addHook('preClose', async () => void stopUpgrades())
}
