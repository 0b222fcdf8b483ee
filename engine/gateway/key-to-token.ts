import type { IncomingHttpHeaders } from 'node:http'
import { isNewerKey } from '../tokens/api-keys.ts'
import type { Tokens } from '../tokens/tokens.ts'
import { ApiError } from './api-error.ts'

// The hosted gateway's exact words, which people search for.
const unregistered = () =>
  new ApiError(
    401,
    {
      message: 'Unregistered API key',
      hint: 'Double check the provided API key as it is not registered for this project.',
    },
    { 'sb-error-code': 'UNAUTHORIZED_INVALID_API_KEY' },
  )
const secretInBrowser = () =>
  new ApiError(
    401,
    {
      message: 'Forbidden use of secret API key in browser',
      hint: 'Secret API keys can only be used in a protected environment and should never be used in a browser. Delete this secret API key immediately!',
    },
    { 'sb-error-code': 'UNAUTHORIZED_INVALID_API_KEY_TYPE' },
  )

/** The start of every browser's User-Agent, and of hardly any other. */
const BROWSER_USER_AGENT = /^Mozilla\//

/**
 * The token that a key stands for. Throws `ApiError` for a key of the newer form that does not belong to this project,
 * and for a secret key that comes from a browser: such a key is on a public page.
 */
export function tokenOfKey(tokens: Pick<Tokens, 'apiKeys' | 'tokenOf'>, key: string, userAgent = ''): string {
  if (!isNewerKey(key)) return key
  const type = tokens.apiKeys.typeOf(key)
  if (type === undefined) throw unregistered()
  if (type === 'secret' && BROWSER_USER_AGENT.test(userAgent)) throw secretInBrowser()
  return tokens.tokenOf(key)
}

/**
 * The Authorization header, unless it repeats the key. A key of the newer form is no token, but some clients also send
 * it as the bearer (docs/wire/rest.md#gateway-and-defaults).
 */
export function authorizationBesideKey({ authorization, apikey }: IncomingHttpHeaders): string | undefined {
  const repeatsKey = typeof apikey === 'string' && isNewerKey(apikey) && authorization === `Bearer ${apikey}`
  return repeatsKey ? undefined : authorization
}
