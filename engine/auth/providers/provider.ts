import type { ExternalPerson } from '../external/external-person.ts'

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
