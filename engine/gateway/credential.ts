import type { IncomingHttpHeaders } from 'node:http'
import { isNewerKey } from '../tokens/api-keys.ts'
import type { Tokens } from '../tokens/tokens.ts'
import { ApiError } from './api-error.ts'

// Word for word as at the hosted gateway: people search for them.
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

/** Every browser, and nearly nothing else, begins so. */
const BROWSER = /^Mozilla\//

/**
 * The token that a key stands for. Throws `ApiError` for a key of the newer form that is none of this project, or that is
 * secret and comes from a browser: whoever put it into a page has shown it to everybody.
 */
export function tokenOfKey(tokens: Pick<Tokens, 'apiKeys' | 'tokenOf'>, key: string, userAgent = ''): string {
  if (!isNewerKey(key)) return key
  const type = tokens.apiKeys.typeOf(key)
  if (type === undefined) throw unregistered()
  if (type === 'secret' && BROWSER.test(userAgent)) throw secretInBrowser()
  return tokens.tokenOf(key)
}

/**
 * What a request says of who calls besides its key. A key of the newer form is no token: where a client sends it as its bearer
 * too, it says nothing more (docs/wire/rest.md#gateway-and-defaults).
 */
export function authorizationBesideKey({ authorization, apikey }: IncomingHttpHeaders): string | undefined {
  const repeatsKey = typeof apikey === 'string' && isNewerKey(apikey) && authorization === `Bearer ${apikey}`
  return repeatsKey ? undefined : authorization
}
