import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { ApiError } from './api-error.ts'
import { isPreflight } from './cors.ts'
import { tokenOfKey } from './key-to-token.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The role of the request's key; `anon` on routes that need no key. */
    apiKeyRole: 'anon' | 'service_role'
  }
}

const missingKey = () => new ApiError(401, { message: 'No API key found in request' })
const wrongKey = () => new ApiError(401, { message: 'Invalid authentication credentials' })

type Options = {
  /** Paths below the service's prefix that are opened without headers, such as links in mails. */
  except?: readonly string[]
}

/**
 * Requires the project's public or secret key for every request, as the hosted gateway does
 * (docs/wire/rest.md#gateway-and-defaults, docs/wire/auth.md#transport).
 */
export const requireApiKey = fp<Options>(
  async function requireApiKey(app, { except = [] }) {
    const open = new Set(except.map((path) => `${app.prefix}${path}`))
    app.decorateRequest('apiKeyRole', 'anon')

    app.addHook('onRequest', async (request) => {
      if (isPreflight(request) || open.has(pathOf(request))) return
      const key = request.headers.apikey
      if (typeof key !== 'string' || key === '') throw missingKey()
      const token = tokenOfKey(app.tokens, key, request.headers['user-agent'])
      const claims = await app.tokens.verify(token).catch(() => undefined)
      if (claims?.sub !== undefined || (claims?.role !== 'anon' && claims?.role !== 'service_role')) throw wrongKey()
      request.apiKeyRole = claims.role
    })
  },
  { name: 'require-api-key' },
)

const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0] ?? url
