import { createHash } from 'node:crypto'
import type { ExternalPerson } from 'engine/feature'
import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import type { ServerMetadata } from 'openid-client'
import { providerErrors } from './errors.ts'
import { oidcPerson } from './oidc-person.ts'
import type { IdTokenProof, ProviderSettings } from './provider.ts'

/**
 * Algorithms of ID tokens. Symmetric ones are not accepted, since parties other than the provider know the client
 * secret.
 */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']

/** The tolerated difference between the clocks of provider, phone and server. */
const CLOCK_SKEW_S = 30

type IdTokenSettings = Pick<ProviderSettings, 'clientIds' | 'skipNonceCheck'> & { url: string }

/**
 * Verifies ID tokens of one provider. The provider's keys are cached, and fetched again when a token names an unknown
 * one.
 */
export function idTokenVerifier(settings: IdTokenSettings, describe: () => Promise<Readonly<ServerMetadata>>) {
  const keySets = new Map<string, JWTVerifyGetKey>()

  function keysAt(address: string): JWTVerifyGetKey {
    const known = keySets.get(address) ?? createRemoteJWKSet(new URL(address))
    keySets.set(address, known)
    return known
  }

  return async ({ idToken, accessToken, nonce }: IdTokenProof): Promise<ExternalPerson> => {
    const { issuer, jwks_uri: keys = '' } = await describe()
    const { payload, alg } = await readToken(idToken, keysAt(keys))
    const { iss, sub } = payload
    // Microsoft's common issuer has a placeholder for the tenant that the token names.
    if (iss !== issuer.replace('{tenantid}', String(payload.tid))) throw providerErrors.badIdToken()
    if (!sub) throw providerErrors.idTokenWithoutSubject()
    requireAudience(payload, settings)
    if (!settings.skipNonceCheck) requireNonce(payload, nonce)
    if (accessToken !== '' && typeof payload.at_hash === 'string') {
      if (payload.at_hash !== accessTokenHash(accessToken, alg)) throw providerErrors.badIdToken()
    }
    return oidcPerson({ ...payload, iss, sub }, settings.url)
  }
}

async function readToken(idToken: string, keys: JWTVerifyGetKey) {
  try {
    const { payload, protectedHeader } = await jwtVerify(idToken, keys, {
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_SKEW_S,
      requiredClaims: ['iss', 'aud', 'exp', 'iat'],
    })
    return { payload, alg: protectedHeader.alg }
  } catch (error) {
    throw error instanceof errors.JOSEError ? providerErrors.badIdToken() : error
  }
}

/** Refuses a token for another app, because that app could pass it on. */
function requireAudience({ aud, azp, iss }: JWTPayload, { clientIds }: IdTokenSettings) {
  const audience = Array.isArray(aud) ? aud : [aud]
  const isOurs = (id: unknown) => clientIds.some((clientId) => clientId === id)
  // On phones Google names the app as the authorized party and the server as the audience, so either may match.
  const partyCounts = azp !== undefined && iss !== 'https://accounts.google.com'
  if (!audience.some(isOurs) || (partyCounts && !isOurs(azp)) || (audience.length > 1 && azp === undefined)) {
    throw providerErrors.unacceptableAudience(audience)
  }
}

/** Requires the nonce whose hash is in the token, so that an intercepted token cannot be used. */
function requireNonce({ nonce: inToken }: JWTPayload, nonce: string) {
  if ((nonce === '') !== (inToken === undefined || inToken === '')) throw providerErrors.nonceOnOneSide()
  if (nonce !== '' && createHash('sha256').update(nonce).digest('hex') !== inToken) throw providerErrors.nonceMismatch()
}

function accessTokenHash(accessToken: string, alg: string): string {
  const bits = alg === 'EdDSA' ? '512' : alg.slice(-3)
  const hash = createHash(`sha${bits}`).update(accessToken).digest()
  return hash.subarray(0, hash.length / 2).toString('base64url')
}
