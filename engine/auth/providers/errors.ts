import { AuthError, failed, invalid } from '../errors.ts'
import { notSignedIn } from '../external/errors.ts'

/** The errors of provider sign-ins, in GoTrue's words (docs/wire/auth.md#coming-back-from-a-provider). */
export const providerErrors = {
  // Errors of going and coming back
  stateMissing: () => new AuthError(400, 'bad_oauth_callback', 'OAuth state parameter missing'),
  stateMalformed: () => new AuthError(400, 'bad_oauth_state', 'OAuth state parameter is invalid'),
  stateUnknown: () => new AuthError(400, 'bad_oauth_state', 'OAuth state not found or expired'),
  stateExpired: () => new AuthError(400, 'bad_oauth_state', 'OAuth state has expired'),
  stateUsed: () => new AuthError(400, 'flow_state_already_used', 'State has already been used'),
  codeMissing: () => new AuthError(400, 'bad_oauth_callback', 'OAuth callback with missing authorization code missing'),
  failed: (cause: unknown) => failed('Unable to exchange external code', cause),
  unreachable: (cause: unknown) => failed('The provider does not answer', cause),

  // Errors of ID tokens
  idTokenNeeded: () => notSignedIn('id_token required'),
  idTokenProviderNeeded: () => notSignedIn('provider or client_id and issuer required'),
  issuerDisabled: (issuer: string) =>
    new AuthError(400, 'provider_disabled', `Provider (issuer "${issuer}") is not enabled`),
  idTokenProviderUnknown: (provider: string) => invalid(`Custom OIDC provider "${provider}" not allowed`),
}
