import { createHmac } from 'node:crypto'
import { createLocalJWKSet, errors, importJWK, type JWK, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Claims } from '../database/database.ts'
import { ApiKeys } from './api-keys.ts'
import type { Keys } from './key-file.ts'
import type { SigningKey } from './signing-keys.ts'

/** The number of verified tokens that are remembered; any other costs a signature check. */
const MAX_CACHED_TOKENS = 10_000
/** The tolerated difference between the clocks of two machines (docs/wire/rest.md#tokens). */
const CLOCK_SKEW_S = 30
const PROJECT_KEY_LIFETIME_S = 10 * 365 * 24 * 60 * 60

export type TokenFault = 'malformed' | 'signature' | 'expired' | 'not_yet_valid' | 'algorithm' | 'claims'

/** A token that is refused; `message` is jose's own, for logs and for error details. */
export class TokenError extends Error {
  readonly reason: TokenFault
  /** The claim that should be a number and is not. */
  readonly claim: string | undefined
  constructor(reason: TokenFault, message: string, claim?: string) {
    super(message)
    this.reason = reason
    this.claim = claim
  }
}

export interface Tokens {
  /** The project's public key: an HS256 token of the role `anon`. */
  readonly anonKey: string
  /** The project's secret key: an HS256 token of the role `service_role`. */
  readonly serviceRoleKey: string
  /** The project's keys of the newer form; none until they have been read from the database. */
  readonly apiKeys: ApiKeys
  /** The token for a key: for one of the newer form a token of its role, for any other the key itself. */
  tokenOf(key: string): string
  /** Public halves of the keys that sign user tokens. */
  jwks(): { keys: JWK[] }
  /** Signs a user token, with ES256 unless the project's own key is for RS256; the caller sets `iat` and `exp`. */
  sign(claims: JWTPayload): Promise<string>
  /** A secret for one purpose only: its signatures are not valid as tokens, and no token is valid for it. */
  secretFor(purpose: string): Uint8Array
  /** The claims of a valid token of this project; `role` is `anon` where it has none. Throws `TokenError`. */
  verify(token: string): Promise<Claims>
}

export async function createTokens({ jwtSecret, signingKey, formerKeys = [] }: Keys): Promise<Tokens> {
  const secret = new TextEncoder().encode(jwtSecret)
  const { alg, kid } = signingKey
  const signer = await importJWK(signingKey, alg)
  const keySet = { keys: [signingKey, ...formerKeys].map(publicHalf) }
  const publicKeys = createLocalJWKSet(keySet)
  const verified = new LRUCache<string, JWTPayload>({ max: MAX_CACHED_TOKENS })

  const checkSignature = async (token: string): Promise<JWTPayload> => {
    const known = verified.get(token)
    if (known) return known
    const { payload } = await jwtVerify(
      token,
      async (header, input) =>
        header.alg === 'HS256' && header.kid === undefined ? secret : publicKeys(header, input),
      { algorithms: ['HS256', 'ES256', 'RS256'], clockTolerance: CLOCK_SKEW_S },
    )
    verified.set(token, payload)
    return payload
  }

  const verify = async (token: string) => {
    try {
      return toClaims(await checkSignature(token))
    } catch (error) {
      throw tokenError(error)
    }
  }

  const secretFor = (purpose: string) => createHmac('sha256', secret).update(purpose).digest()
  const anonKey = await projectKey('anon', secret)
  const serviceRoleKey = await projectKey('service_role', secret)
  const apiKeys = new ApiKeys(secretFor('api keys'))

  return {
    anonKey,
    serviceRoleKey,
    apiKeys,
    tokenOf(key) {
      const type = apiKeys.typeOf(key)
      if (type === undefined) return key
      return type === 'secret' ? serviceRoleKey : anonKey
    },
    jwks: () => keySet,
    sign: (claims) => new SignJWT(claims).setProtectedHeader({ alg, typ: 'JWT', kid }).sign(signer),
    secretFor,
    verify,
  }
}

/** Picked one by one, because everything else in a key is secret. */
function publicHalf(key: SigningKey): JWK {
  const { kty, kid, alg } = key
  const material = key.kty === 'RSA' ? { n: key.n, e: key.e } : { crv: key.crv, x: key.x, y: key.y }
  return { kty, kid, alg, ...material, use: 'sig', key_ops: ['verify'] }
}

/** The dates are fixed, so that the key is the same at every start: clients and deployments store it. */
function projectKey(role: string, secret: Uint8Array) {
  const issued = Date.UTC(2026, 0, 1) / 1000
  const claims = { iss: 'supabase', role, iat: issued, exp: issued + PROJECT_KEY_LIFETIME_S }
  return new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(secret)
}

/** The signature of a remembered token stays valid, but its expiry must be checked again. */
function toClaims(payload: JWTPayload): Claims {
  if (payload.exp !== undefined && payload.exp + CLOCK_SKEW_S <= Date.now() / 1000) {
    throw new TokenError('expired', '"exp" claim timestamp check failed')
  }
  const { role = 'anon', sub, session_id, ...others } = payload
  if (typeof role !== 'string') throw new TokenError('claims', '"role" claim must be a string')
  if (session_id !== undefined && typeof session_id !== 'string')
    throw new TokenError('claims', '"session_id" claim must be a string')
  return { ...others, role, ...(sub !== undefined && { sub }), ...(session_id !== undefined && { session_id }) }
}

function tokenError(error: unknown): TokenError {
  if (error instanceof TokenError) return error
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof errors.JWTExpired) return new TokenError('expired', message)
  if (error instanceof errors.JWTClaimValidationFailed) {
    const isNumber = error.reason !== 'invalid' || !['exp', 'nbf', 'iat'].includes(error.claim)
    if (!isNumber) return new TokenError('claims', message, error.claim)
    return new TokenError(error.claim === 'nbf' ? 'not_yet_valid' : 'claims', message)
  }
  if (error instanceof errors.JOSEAlgNotAllowed) return new TokenError('algorithm', message)
  if (error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JWKSNoMatchingKey) {
    return new TokenError('signature', message)
  }
  return new TokenError('malformed', message)
}
