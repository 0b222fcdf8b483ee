import type { ExternalPerson } from 'engine/feature'

/** The parameters of the provider's sign-in page. */
export type AuthorizationRequest = {
  state: string
  /** The secret of this sign-in: an answer with another secret is refused. */
  secret: string
  /** Additional OAuth scopes, separated by spaces. */
  scopes: string
  /** Parameters that the app adds for this provider, such as `prompt` or `login_hint`. */
  parameters: Record<string, string>
}

/** The parameters with which the browser returns from the provider. */
export type AuthorizationResponse = { state: string; secret: string; parameters: URLSearchParams }

/**
 * The result of a sign-in at a provider. The provider's tokens are for the app; this service does not use them
 * afterwards.
 */
export type ExternalSignIn = { person: ExternalPerson; accessToken: string; refreshToken: string | undefined }

/** An ID token that a native app got from the provider itself. */
export type IdTokenProof = { idToken: string; accessToken: string; nonce: string }

export type IdTokens = {
  readonly issuer: string
  /** Reads the person from an ID token. Throws `OAuthError` for a token that is not valid here. */
  verify(proof: IdTokenProof): Promise<ExternalPerson>
}

/** A provider that people can sign in with: GitHub, or one of OpenID Connect. */
export interface Provider {
  readonly name: string
  /** Whether people without an address may sign in. */
  readonly emailOptional: boolean
  /** The URL of the provider's sign-in page. */
  authorizationUrl(departure: AuthorizationRequest): Promise<URL>
  /** Completes a sign-in and returns the person. Throws for a code that does not belong to this sign-in. */
  signIn(arrival: AuthorizationResponse): Promise<ExternalSignIn>
  /** The verifier of ID tokens; undefined for providers that issue none. */
  readonly idTokens: IdTokens | undefined
}

/** The settings of one provider. */
export type ProviderSettings = {
  name: string
  /** Client ids: the first is the server's, the others belong to native apps, whose ID tokens are accepted too. */
  clientIds: readonly [string, ...string[]]
  secret: string
  /** The issuer; for GitHub Enterprise, its address. */
  url: string | undefined
  redirectUri: string
  skipNonceCheck: boolean
  emailOptional: boolean
}

/** Query parameters that this service sets or reads itself; all others are passed to the provider. */
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
