import { AuthError, failed, invalid, OAuthError } from '../errors.ts'

const notSignedIn = (message: string) => new OAuthError('invalid request', message)

/** What signing in by a provider refuses, in GoTrue's words (auth.md §4.5 and §6). */
export const providerErrors = {
  // Going there and coming back
  unsupported: (detail: string) => invalid(`Unsupported provider: ${detail}`),
  stateMissing: () => new AuthError(400, 'bad_oauth_callback', 'OAuth state parameter missing'),
  stateMalformed: () => new AuthError(400, 'bad_oauth_state', 'OAuth state parameter is invalid'),
  stateUnknown: () => new AuthError(400, 'bad_oauth_state', 'OAuth state not found or expired'),
  stateExpired: () => new AuthError(400, 'bad_oauth_state', 'OAuth state has expired'),
  stateUsed: () => new AuthError(400, 'flow_state_already_used', 'State has already been used'),
  codeMissing: () => new AuthError(400, 'bad_oauth_callback', 'OAuth callback with missing authorization code missing'),
  failed: (cause: unknown) => failed('Unable to exchange external code', cause),
  unreachable: (cause: unknown) => failed('The provider does not answer', cause),

  // ID tokens
  idTokenNeeded: () => notSignedIn('id_token required'),
  idTokenProviderNeeded: () => notSignedIn('provider or client_id and issuer required'),
  badIdToken: () => notSignedIn('Bad ID token'),
  idTokenWithoutSubject: () => notSignedIn('Missing sub claim in id_token'),
  unacceptableAudience: (audience: readonly unknown[]) =>
    notSignedIn(`Unacceptable audience in id_token: [${audience.join(' ')}]`),
  nonceOnOneSide: () => notSignedIn('Passed nonce and nonce in id_token should either both exist or not.'),
  nonceMismatch: () => new OAuthError('invalid nonce', 'Nonces mismatch'),
  issuerDisabled: (issuer: string) =>
    new AuthError(400, 'provider_disabled', `Provider (issuer "${issuer}") is not enabled`),
  idTokenProviderUnknown: (provider: string) => invalid(`Custom OIDC provider "${provider}" not allowed`),

  // Providers that administrators add
  customField: invalid,
  customKnown: () => new AuthError(400, 'conflict', 'A custom OAuth provider with this identifier already exists'),
  customUnknown: () => new AuthError(404, 'provider_not_found', 'Custom OAuth provider not found'),
}
