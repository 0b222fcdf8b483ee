import type { ExternalPerson } from './external-person.ts'

/** What the sign-in page of a provider is opened with. */
export type Departure = {
  state: string
  /** A secret of this one sign-in: what comes back with another is not its answer. */
  secret: string
  /** Beside those that every sign-in asks for, separated by spaces. */
  scopes: string
  /** What the app adds for this provider, as `prompt` or `login_hint`. */
  parameters: Record<string, string>
}

/** What the person's browser brings back. */
export type Arrival = { state: string; secret: string; parameters: URLSearchParams }

/** The provider's tokens are for the app: this service has no use for them afterwards. */
export type ExternalSignIn = { person: ExternalPerson; accessToken: string; refreshToken: string | undefined }

/** The proof that a native app got from the provider by itself. */
export type IdTokenProof = { idToken: string; accessToken: string; nonce: string }

export type IdTokens = {
  readonly issuer: string
  /** Whom the token names. Throws `OAuthError` for one that is not good here. */
  verify(proof: IdTokenProof): Promise<ExternalPerson>
}

/** Somebody else who vouches for people: GitHub, or whoever speaks OpenID Connect. */
export interface Provider {
  readonly name: string
  /** People without an address may sign in too. */
  readonly emailOptional: boolean
  /** Where the person goes to sign in. */
  authorizationUrl(departure: Departure): Promise<URL>
  /** Who came back. Throws for a code that is not the answer to this departure. */
  signIn(arrival: Arrival): Promise<ExternalSignIn>
  /** Undefined for providers that issue none. */
  readonly idTokens: IdTokens | undefined
}

/** One provider, ready to be used. */
export type ProviderSettings = {
  name: string
  /** The first is ours; the others are of our native apps, whose ID tokens count too. */
  clientIds: readonly [string, ...string[]]
  secret: string
  /** The issuer; for GitHub, where it is when it is not github.com. */
  url: string | undefined
  redirectUri: string
  skipNonceCheck: boolean
  emailOptional: boolean
  /** Left out: where the provider offers it. */
  pkce?: boolean
  scopes?: readonly string[]
  /** What every sign-in says to this provider. */
  parameters?: Record<string, string>
  /** Where the provider describes itself, when that is not at the usual place below the issuer. */
  discoveryUrl?: string
  claims?: ClaimSettings
}

/** How the words of a provider become those that apps read. */
export type ClaimSettings = {
  /** From claim to claim, or to a value that is always the same. */
  mapping: Record<string, unknown>
  /** Those that are copied as they are. */
  custom: readonly string[]
}

/** What this service says to the provider, and what it understands itself; all else is for the provider alone. */
export const ownParameters: ReadonlySet<string> = new Set([
  'provider',
  'redirect_to',
  'scopes',
  'code_challenge',
  'code_challenge_method',
  'code_verifier',
  'invite_token',
  'skip_http_redirect',
  'client_id',
  'client_secret',
  'redirect_uri',
  'response_type',
  'response_mode',
  'grant_type',
  'code',
  'scope',
  'state',
  'nonce',
  'request',
  'request_uri',
])
