import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isMachineRoute, onceAnswered } from './answered-request.ts'
import { callerKind } from './caller-kind.ts'

/**
 * Logs one line for each answered request, at `info`. It names only the kind of caller. The address is included only
 * where LOG_ADDRESSES is on, because addresses are personal data.
 */
export function logRequests(app: FastifyInstance): void {
  const { logAddresses, logLevel } = app.config
  if (!levelsWithRequests.has(logLevel)) return
  app.addHook('onRequest', (request, reply, done) => {
    // The address must be read now: it is unknown once the connection is closed.
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
      request.log[isMachineRoute(answered) ? 'debug' : 'info'](
        line,
        `${method} ${resource === undefined ? route : route.replace('*', resource)} ${status} in ${ms} ms`,
      )
    })
    done()
  })
}

const levelsWithRequests: ReadonlySet<string> = new Set(['trace', 'debug', 'info'])

/**
 * The table or function, where one route serves all of them; only names of the project's, or texts that look like one.
 */
function resourceOf({ routeOptions: { url }, params }: FastifyRequest): string | undefined {
  if (url !== '/rest/v1/*' && url !== '/functions/v1/*') return undefined
  const path = typeof params === 'object' && params !== null && '*' in params ? String(params['*']) : ''
  return /^(rpc\/)?[\w-]{1,63}/.exec(path)?.[0]
}
