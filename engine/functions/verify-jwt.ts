import { decodeProtectedHeader } from 'jose'
import { TokenError, type Tokens } from '../tokens/tokens.ts'
import { functionErrors } from './errors.ts'

/**
 * Accepts any valid token of the project, including the anonymous key: a function that needs a user looks the user up
 * itself. Only the Authorization header counts, as on the hosted gateway; an API key alone is not enough.
 */
export async function verifyJwt(authorization: string | undefined, tokens: Pick<Tokens, 'verify'>): Promise<void> {
  if (authorization === undefined) throw functionErrors.noAuthHeader()
  const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1]
  if (token === undefined) throw functionErrors.notBearer()
  const alg = algorithmOf(token)
  if (alg === undefined) throw functionErrors.notJwt()
  try {
    await tokens.verify(token)
  } catch (error) {
    if (!(error instanceof TokenError)) throw error
    if (alg !== 'HS256' && alg !== 'ES256' && alg !== 'RS256') throw functionErrors.unsupportedAlgorithm(alg)
    if (error.reason === 'malformed') throw functionErrors.notJwt()
    throw alg === 'HS256' ? functionErrors.badLegacyJwt() : functionErrors.badAsymmetricJwt()
  }
}

/** The algorithm in the token's header; undefined for anything but a JWT, such as an `sb_…` key. */
function algorithmOf(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).alg
  } catch {
    return undefined
  }
}
