import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isAskedByMachines, onceAnswered } from './answered-request.ts'
import { callerKind } from './caller-kind.ts'

/**
 * One line for each request that was answered, at `info`. It says who asked only by kind, and from where only where
 * LOG_ADDRESSES is on: addresses are data about people.
 */
export function logRequests(app: FastifyInstance): void {
  const { logAddresses, logLevel } = app.config
  if (!levelsWithRequests.has(logLevel)) return
  app.addHook('onRequest', (request, reply, done) => {
    // Once the connection is gone nobody knows any more whose it was.
    const address = logAddresses ? { address: request.ip } : {}
    onceAnswered(request, reply, async (answered) => {
      const { method, route, status, ms } = answered
      const resource = resourceOf(request)
      const line = {
        ...answered,
        ...(resource !== undefined && { resource }),
        caller: await callerKind(app.tokens, request.headers),
        ...address,
      }
      request.log[isAskedByMachines(answered) ? 'debug' : 'info'](
        line,
        `${method} ${resource === undefined ? route : route.replace('*', resource)} ${status} in ${ms} ms`,
      )
    })
    done()
  })
}

const levelsWithRequests: ReadonlySet<string> = new Set(['trace', 'debug', 'info'])

/** Which table or function, where one route is that of all; names of the project's, or whatever looks like one. */
function resourceOf({ routeOptions: { url }, params }: FastifyRequest): string | undefined {
  if (url !== '/rest/v1/*' && url !== '/functions/v1/*') return undefined
  const path = typeof params === 'object' && params !== null && '*' in params ? String(params['*']) : ''
  return /^(rpc\/)?[\w-]{1,63}/.exec(path)?.[0]
}
