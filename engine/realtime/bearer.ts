import { decodeJwt } from 'jose'
import type { Claims } from '../database/database.ts'
import { TokenError, type Tokens } from '../tokens/tokens.ts'
import { refusals } from './realtime-errors.ts'

/** The claims of a token and when it expires (seconds since 1970). */
export type Bearer = { token: string; claims: Claims; exp: number }

/**
 * Verifies a token. Throws `RealtimeRefusal`, also for a token without an expiry: a channel outlives requests, so its
 * token must say when it ends.
 */
export async function bearerOf(tokens: Tokens, token: string): Promise<Bearer> {
  const claims = await tokens.verify(token).catch((error) => {
    throw error instanceof TokenError ? refusalFor(error, token) : error
  })
  const { role, exp } = decodeJwt(token)
  if (role === undefined || exp === undefined) throw refusals.claimsMissing()
  if (exp * 1000 <= Date.now()) throw refusals.tokenExpired(exp)
  return { token, claims, exp }
}

function refusalFor({ reason }: TokenError, token: string) {
  switch (reason) {
    case 'malformed':
      return refusals.tokenMalformed()
    case 'expired':
      return refusals.tokenExpired(decodeJwt(token).exp ?? 0)
    case 'claims':
      return refusals.claimsMissing()
    default:
      return refusals.tokenForged()
  }
}
