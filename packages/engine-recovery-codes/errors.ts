import { AuthError, recoveryCodesOff } from 'engine/feature'

/** The errors of recovery codes, in GoTrue's words. */
export const recoveryErrors = {
  ...recoveryCodesOff,
  levelTooLow: (what: 'generate' | 'regenerate' | 'delete') =>
    new AuthError(403, 'insufficient_aal', `AAL2 required to ${what} recovery codes`),
  none: () => new AuthError(404, 'mfa_factor_not_found', 'The user has not enrolled recovery codes'),
  there: () =>
    new AuthError(
      422,
      'mfa_verified_factor_exists',
      'Recovery codes are already enrolled for this user, use regenerate to rotate them',
    ),
  alone: () =>
    new AuthError(
      422,
      'mfa_recovery_codes_sole_factor',
      'At least one other verified factor is required to generate recovery codes',
    ),
  /** The same error for a used code and for a user without codes, so that they cannot be told apart. */
  wrongCode: () => new AuthError(422, 'mfa_verification_failed', 'Invalid recovery code entered'),
  locked: () =>
    new AuthError(429, 'mfa_recovery_codes_locked', 'Too many failed verification attempts, try again later'),
}
