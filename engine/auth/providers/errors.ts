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
  noEmail: () => failed('Error getting user email from external provider'),
  severalAccounts: () =>
    failed('Multiple accounts with the same email address in the same linking domain detected: default'),
  emailUnverified: (provider: string, { mailed }: { mailed: boolean }) =>
    new AuthError(
      422,
      'provider_email_needs_verification',
      mailed
        ? `Unverified email with ${provider}. A confirmation email has been sent to your ${provider} email`
        : `Unverified email with ${provider}. Verify the email with ${provider} in order to sign in`,
    ),

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

  // Identities
  manualLinkingDisabled: () => new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled'),
  identityLinked: ({ toCaller }: { toCaller: boolean }) =>
    new AuthError(
      422,
      'identity_already_exists',
      toCaller ? 'Identity is already linked' : 'Identity is already linked to another user',
    ),
  identityIdMalformed: () => invalid('identity_id must be an UUID', 404),
  lastIdentity: () =>
    new AuthError(422, 'single_identity_not_deletable', 'User must have at least 1 identity after unlinking'),
  identityNotFound: () => new AuthError(422, 'identity_not_found', "Identity doesn't exist"),
  emailConflict: () =>
    new AuthError(422, 'email_conflict_identity_not_deletable', 'Unable to unlink identity due to email conflict'),

  // Providers that administrators add
  customField: invalid,
  customKnown: () => new AuthError(400, 'conflict', 'A custom OAuth provider with this identifier already exists'),
  customUnknown: () => new AuthError(404, 'provider_not_found', 'Custom OAuth provider not found'),
}
