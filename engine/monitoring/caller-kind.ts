import type { IncomingHttpHeaders } from 'node:http'
import { authorizationBesideKey } from '../gateway/key-to-token.ts'
import type { Tokens } from '../tokens/tokens.ts'

/**
 * The kind of caller, as far as a log may say. `visitor` has only the public key, `service` the secret key, `nobody`
 * none, like a browser that loads a page; `unknown` shows an invalid or expired token.
 */
export type CallerKind = 'person' | 'visitor' | 'service' | 'nobody' | 'unknown'

type Judge = Pick<Tokens, 'verify' | 'tokenOf'>

export async function callerKind(tokens: Judge, headers: IncomingHttpHeaders): Promise<CallerKind> {
  const token = credential(headers)
  if (token === undefined) return 'nobody'
  const claims = await tokens.verify(tokens.tokenOf(token)).catch(() => undefined)
  if (!claims) return 'unknown'
  if (claims.sub !== undefined) return 'person'
  return claims.role === 'service_role' ? 'service' : 'visitor'
}

/** The bearer token, or else the key: the same choice as in the services. */
function credential(headers: IncomingHttpHeaders): string | undefined {
  const { apikey } = headers
  const key = typeof apikey === 'string' && apikey !== '' ? apikey : undefined
  return authorizationBesideKey(headers)?.replace(/^bearer +/i, '') ?? key
}
