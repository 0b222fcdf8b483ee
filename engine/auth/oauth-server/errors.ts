import { AuthError, invalid, OAuthError } from '../errors.ts'

const notFound = (code: string, message: string) => new AuthError(404, code, message)

/** What the OAuth server refuses, in GoTrue's words. */
export const oauthErrors = {
  // Applications
  clientField: invalid,
  clientIdMalformed: () => invalid('invalid client_id format'),
  clientUnknown: () => notFound('oauth_client_not_found', 'OAuth client not found'),
  nothingToUpdate: () => invalid('No fields provided for update'),
  secretOfPublicClient: () => invalid('Cannot regenerate secret for public client'),
  registrationDisabled: () =>
    new AuthError(403, 'oauth_dynamic_client_registration_disabled', 'Dynamic client registration is not enabled'),

  // Asking somebody: what cannot be answered at the application's own address
  parameterMissing: (name: string) => invalid(`${name} is required`),
  parameterTwice: (name: string) => invalid(`${name} must not be repeated`),
  askedByUnknownClient: (message: string) => new AuthError(400, 'oauth_client_not_found', message),
  redirectUnknown: () => invalid('invalid redirect_uri'),

  // The person's answer
  foreignOrigin: () => invalid('unauthorized request origin'),
  authorizationUnknown: () => notFound('oauth_authorization_not_found', 'authorization not found'),
  authorizationAnswered: () => invalid('authorization request cannot be processed'),
  actionUnknown: () => invalid("action must be 'approve' or 'deny'"),
  grantUnknown: () => notFound('oauth_consent_not_found', 'No active grant found for this client'),

  // Fetching tokens
  unreadableRequest: (message: string) => new OAuthError('invalid_request', message),
  grantTypeUnknown: (message: string) => new OAuthError('unsupported_grant_type', message),
  grantInvalid: (message: string) => new OAuthError('invalid_grant', message),
  banned: () => new OAuthError('access_denied', 'User is banned'),
  clientInvalid: (message: string, { byHeader }: { byHeader: boolean }) =>
    byHeader
      ? new OAuthError('invalid_client', message, 401, { 'www-authenticate': 'Basic realm="oauth"' })
      : new OAuthError('invalid_client', message),

  // Refreshing sessions
  notAnApplicationSession: () =>
    new OAuthError('invalid_client', 'Client authentication not allowed for non-OAuth session'),
  sessionOfAnotherApplication: () =>
    new OAuthError('invalid_client', "Client does not match the session's OAuth client"),
}
