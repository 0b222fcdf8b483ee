import { AuthError, failed, invalid, issuerDisabled, OAuthError, stateUnknown } from 'engine/feature'

const notSignedIn = (message: string) => new OAuthError('invalid request', message)

/** The errors of provider sign-ins, in GoTrue's words (engine/docs/wire/auth.md#coming-back-from-a-provider). */
export const providerErrors = {
  // Errors of the redirect to a provider and back
  stateMissing: () => new AuthError(400, 'bad_oauth_callback', 'OAuth state parameter missing'),
  stateMalformed: () => new AuthError(400, 'bad_oauth_state', 'OAuth state parameter is invalid'),
  stateUnknown,
  stateExpired: () => new AuthError(400, 'bad_oauth_state', 'OAuth state has expired'),
  stateUsed: () => new AuthError(400, 'flow_state_already_used', 'State has already been used'),
  codeMissing: () => new AuthError(400, 'bad_oauth_callback', 'OAuth callback with missing authorization code missing'),
  failed: (cause: unknown) => failed('Unable to exchange external code', cause),
  unreachable: (cause: unknown) => failed('The provider does not answer', cause),

  // Errors of the ID token grant
  idTokenNeeded: () => notSignedIn('id_token required'),
  idTokenProviderNeeded: () => notSignedIn('provider or client_id and issuer required'),
  issuerDisabled,
  idTokenProviderUnknown: (provider: string) => invalid(`Custom OIDC provider "${provider}" not allowed`),
  badIdToken: () => notSignedIn('Bad ID token'),
  idTokenWithoutSubject: () => notSignedIn('Missing sub claim in id_token'),
  unacceptableAudience: (audience: readonly unknown[]) =>
    notSignedIn(`Unacceptable audience in id_token: [${audience.join(' ')}]`),
  nonceOnOneSide: () => notSignedIn('Passed nonce and nonce in id_token should either both exist or not.'),
  nonceMismatch: () => new OAuthError('invalid nonce', 'Nonces mismatch'),
}
