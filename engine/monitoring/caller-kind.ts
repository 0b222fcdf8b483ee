import type { IncomingHttpHeaders } from 'node:http'
import type { Tokens } from '../tokens/tokens.ts'

/**
 * Who asks, as far as a log may say. `visitor` has the public key alone, `service` the secret one, `nobody` none, as
 * somebody who looks at a page; `unknown` shows something that is no token of this project, or no longer.
 */
export type CallerKind = 'person' | 'visitor' | 'service' | 'nobody' | 'unknown'

export async function callerKind(tokens: Pick<Tokens, 'verifyAny'>, headers: IncomingHttpHeaders): Promise<CallerKind> {
  const token = credential(headers)
  if (token === undefined) return 'nobody'
  const claims = await tokens.verifyAny(token).catch(() => undefined)
  if (!claims) return 'unknown'
  if (claims.sub !== undefined) return 'person'
  return claims.role === 'service_role' ? 'service' : 'visitor'
}

/** As the services choose: the bearer's own, and else the key. */
function credential({ authorization, apikey }: IncomingHttpHeaders): string | undefined {
  const key = typeof apikey === 'string' && apikey !== '' ? apikey : undefined
  if (authorization === undefined || authorization.startsWith('Bearer sb_')) return key
  return authorization.replace(/^bearer +/i, '')
}
