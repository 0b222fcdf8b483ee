import type { IncomingHttpHeaders } from 'node:http'
import { authorizationBesideKey } from '../gateway/credential.ts'
import type { Tokens } from '../tokens/tokens.ts'

/**
 * Who asks, as far as a log may say. `visitor` has the public key alone, `service` the secret one, `nobody` none, as
 * somebody who looks at a page; `unknown` shows something that is no token of this project, or no longer.
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

/** As the services choose: the bearer's own, and else the key. */
function credential(headers: IncomingHttpHeaders): string | undefined {
  const { apikey } = headers
  const key = typeof apikey === 'string' && apikey !== '' ? apikey : undefined
  return authorizationBesideKey(headers)?.replace(/^bearer +/i, '') ?? key
}
