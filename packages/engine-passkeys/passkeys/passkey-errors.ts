import { AuthError, invalid } from 'engine/feature'

/** The errors of passkey requests, in GoTrue's words. */
export const passkeyErrors = {
  input: invalid,
  ofSso: () => invalid('SSO users cannot register passkeys', 422),
  unknown: () => invalid('Passkey not found', 404),
  known: () => new AuthError(422, 'webauthn_credential_exists', 'This credential is already registered'),
  ownerDeleted: () => new AuthError(403, 'user_not_found', 'User not found'),
  tooMany: () => new AuthError(422, 'too_many_passkeys', 'Maximum number of passkeys reached'),
  levelTooLow: () =>
    new AuthError(403, 'insufficient_aal', 'AAL2 session is required to manage passkeys when MFA is enabled'),
  ceremonyUnknown: () => new AuthError(400, 'webauthn_challenge_not_found', 'Challenge not found or already used'),
  ceremonyExpired: () => new AuthError(400, 'webauthn_challenge_expired', 'Challenge has expired'),
  ceremonyFailed: (message = 'Credential verification failed') =>
    new AuthError(400, 'webauthn_verification_failed', message),
}
