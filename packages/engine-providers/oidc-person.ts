import { type ExternalPerson, externalPerson, type ProviderEmail } from 'engine/feature'

/** The claims of an ID token or the userinfo endpoint. */
export type OidcClaims = { iss: string; [claim: string]: unknown }

/** The tenant of Microsoft's personal accounts, whose addresses Microsoft has verified. */
const MICROSOFT_CONSUMERS = '9188040d-6c67-4c5b-b112-36a304b66dad'

const profileClaims = [
  'name',
  'family_name',
  'given_name',
  'middle_name',
  'nickname',
  'preferred_username',
  'profile',
  'picture',
  'website',
  'gender',
  'birthdate',
  'zoneinfo',
  'locale',
]

/** Claims of single providers that apps read: Google's hosted domain, Microsoft's tenant and object id. */
const customClaims = ['hd', 'tid', 'oid']

/**
 * Reads the person from a provider's claims. `issuer` is the configured one, since Microsoft's may have a placeholder
 * for the tenant. Throws if the claims contain no id of the person.
 */
export function oidcPerson(claims: OidcClaims, issuer: string): ExternalPerson {
  const { sub } = claims
  if ((typeof sub !== 'string' && typeof sub !== 'number') || sub === '') {
    throw new Error(`${issuer} says nothing by which this person could be recognised.`)
  }
  return externalPerson({
    issuer: claims.iss,
    subject: String(sub),
    emails: emailOf(claims, issuer),
    profile: { ...pick(claims, profileClaims), full_name: claims.name, avatar_url: claims.picture },
    custom: pick(claims, customClaims),
  })
}

function emailOf(claims: OidcClaims, issuer: string): ProviderEmail[] {
  const { email } = claims
  if (typeof email !== 'string' || email === '') return []
  const verified = isMicrosoft(issuer) ? isMicrosoftVerified(claims, issuer) : isYes(claims.email_verified)
  return [{ address: email.toLowerCase(), verified, primary: true }]
}

/**
 * Whether Microsoft's claim of a verified address counts: only where it says that the tenant owns the domain, or where
 * the project trusts a single tenant, since a tenant's administrator may enter any address for their users.
 */
function isMicrosoftVerified(claims: OidcClaims, issuer: string): boolean {
  if (claims.xms_edov !== undefined) return isYes(claims.xms_edov)
  return claims.tid === MICROSOFT_CONSUMERS || !/\/(common|organizations|consumers)\//.test(issuer)
}

export const isMicrosoft = (issuer: string) => new URL(issuer).hostname === 'login.microsoftonline.com'

/** Some providers send booleans as text or number. */
const isYes = (value: unknown) => value === true || value === 'true' || value === 1 || value === '1'

const pick = (claims: OidcClaims, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, claims[name]]))
