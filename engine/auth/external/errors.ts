import { AuthError, failed, invalid } from '../errors.ts'

/** The errors of signing in with a proof from elsewhere, in GoTrue's words. */
export const externalErrors = {
  // Errors of coming back
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

  // Errors of the other side
  unsupported: (detail: string) => invalid(`Unsupported provider: ${detail}`),

  // Errors of identities
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
}
