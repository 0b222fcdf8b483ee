import type { FastifyInstance } from 'fastify'
import { ApiError } from './api-error.ts'
import { openToAllOrigins } from './cors.ts'
import { nobodyThere, routeUpgrades } from './upgrades.ts'

/** In place of a service that the project has switched off: what the hosted gateway says where nothing is. */
export async function switchedOff(app: FastifyInstance) {
  // Pages of other origins are to read it as well.
  await app.register(openToAllOrigins)
  // Before the body is read, of whatever type it is.
  app.addHook('onRequest', async () => {
    throw new ApiError(404, { message: 'no Route matched with those values' })
  })
  app.all('/*', () => undefined)
  const stopUpgrades = routeUpgrades(app.server, app.prefix, nobodyThere)
  app.addHook('preClose', async () => void stopUpgrades())
}
