import { createRemoteJWKSet, decodeJwt, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { ThirdPartySection } from './third-party-section.ts'

/** Never a symmetric one: what checks such a token could make it. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384', 'ES512', 'EdDSA']
const CLOCK_SKEW_S = 30
const TIMEOUT_MS = 10_000
/** How long a description of where the keys are is believed; the keys are fetched anew when one is unknown. */
const DISCOVERY_LIFETIME_MS = 60 * 60 * 1000
const REMEMBERED_TOKENS = 10_000

/** Somebody else whose tokens count in this project. */
export type ThirdParty = { name: string; issuer: string; audience?: string }

/** Those of config.toml's [auth.third_party], and the names of those that are switched on and say too little. */
export function thirdParties(settings: ThirdPartySection): { parties: ThirdParty[]; unusable: string[] } {
  const { firebase, auth0, aws_cognito, clerk, workos } = settings
  const named = {
    firebase: { ...firebase, issuer: firebase.project_id && `https://securetoken.google.com/${firebase.project_id}` },
    auth0: { ...auth0, issuer: auth0Issuer(auth0) },
    aws_cognito: { ...aws_cognito, issuer: cognitoIssuer(aws_cognito) },
    clerk: { ...clerk, issuer: clerk.domain && `https://${clerk.domain}` },
    workos: { ...workos, issuer: workos.issuer_url },
  }
  const parties: ThirdParty[] = []
  const unusable: string[] = []
  for (const [name, { enabled, issuer }] of Object.entries(named)) {
    if (!enabled) continue
    if (!issuer) unusable.push(name)
    // Firebase signs for all of its projects with the same keys.
    else if (name === 'firebase') parties.push({ name, issuer, audience: firebase.project_id ?? '' })
    else parties.push({ name, issuer: withoutSlash(issuer) })
  }
  return { parties, unusable }
}

const auth0Issuer = ({ tenant, tenant_region: region }: ThirdPartySection['auth0']) =>
  tenant && `https://${region ? `${tenant}.${region}` : tenant}.auth0.com`

const cognitoIssuer = ({ user_pool_id: pool, user_pool_region: region }: ThirdPartySection['aws_cognito']) =>
  pool && region && `https://cognito-idp.${region}.amazonaws.com/${pool}`

/** Auth0 writes its own name with a slash at the end. */
const withoutSlash = (issuer: string) => issuer.replace(/\/+$/, '')

/** Checks a token by the keys of the third party that it names. Undefined where it names none that counts here. */
export type ForeignVerifier = (token: string) => Promise<JWTPayload> | undefined

export function foreignVerifier(parties: readonly ThirdParty[]): ForeignVerifier {
  // Most projects have none: their tokens need not be read twice.
  if (parties.length === 0) return () => undefined
  const byIssuer = new Map(parties.map((party) => [party.issuer, { party, keys: keysOf(party) }]))
  const verified = new LRUCache<string, JWTPayload>({ max: REMEMBERED_TOKENS })

  async function check(token: string, { party, keys }: { party: ThirdParty; keys: JWTVerifyGetKey }) {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_SKEW_S,
      requiredClaims: ['exp'],
      ...(party.audience !== undefined && { audience: party.audience }),
    })
    verified.set(token, payload)
    return payload
  }

  return (token) => {
    const found = byIssuer.get(withoutSlash(issuerIn(token)))
    if (!found) return undefined
    const known = verified.get(token)
    return known ? Promise.resolve(known) : check(token, found)
  }
}

function issuerIn(token: string): string {
  try {
    return decodeJwt(token).iss ?? ''
  } catch {
    return ''
  }
}

const description = z.object({ jwks_uri: z.url({ protocol: /^https?$/ }) })

/** The keys of a third party, which tells at the usual place where they are. */
function keysOf({ issuer }: ThirdParty): JWTVerifyGetKey {
  const sets = new LRUCache<'keys', JWTVerifyGetKey>({
    max: 1,
    ttl: DISCOVERY_LIFETIME_MS,
    async fetchMethod() {
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      const answer = await fetch(`${issuer}/.well-known/openid-configuration`, { signal })
      const { jwks_uri } = description.parse(await answer.json())
      return createRemoteJWKSet(new URL(jwks_uri))
    },
  })
  return async (header, input) => (await sets.forceFetch('keys'))(header, input)
}
