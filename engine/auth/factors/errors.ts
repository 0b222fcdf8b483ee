import { AuthError, invalid } from '../errors.ts'
import type { FactorType } from '../users/user.ts'

type ChallengedType = Exclude<FactorType, 'recovery_code'>

const factorNames: Record<ChallengedType, string> = { totp: 'TOTP', phone: 'Phone', webauthn: 'WebAuthn' }

/** The errors of second factors, in GoTrue's words (docs/wire/auth.md#second-factors). */
export const factorErrors = {
  // Errors of enrolling
  idMalformed: () => invalid('factor_id must be an UUID', 404),
  notFound: () => new AuthError(404, 'mfa_factor_not_found', 'Factor not found'),
  typeUnknown: () => invalid('factor_type needs to be totp, phone, or webauthn'),
  enrollDisabled: (type: ChallengedType) =>
    new AuthError(422, `mfa_${type}_enroll_not_enabled`, `MFA enroll is disabled for ${factorNames[type]}`),
  nameTaken: (name: string) =>
    new AuthError(
      422,
      'mfa_factor_name_conflict',
      `A factor with the friendly name "${name}" for this user already exists`,
    ),
  tooMany: () =>
    new AuthError(
      422,
      'too_many_enrolled_mfa_factors',
      'Maximum number of verified factors reached, unenroll to continue',
    ),
  levelTooLowToEnroll: () => new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor'),
  levelTooLowToUnenroll: () => new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor'),
  ofAnotherRoute: () =>
    invalid('Recovery codes cannot be unenrolled with this endpoint, use DELETE /factors/recovery-codes', 422),
  lastBesideRecoveryCodes: () =>
    new AuthError(
      422,
      'mfa_recovery_codes_sole_factor',
      'Recovery codes cannot be the only verified factor. Please enroll another factor before unenrolling this one or delete your recovery codes.',
    ),
  phoneMissing: () => invalid('Phone number required to enroll Phone factor'),
  phoneVerified: () =>
    new AuthError(
      422,
      'mfa_verified_factor_exists',
      'A verified phone factor already exists, unenroll the existing factor to continue',
    ),

  // Errors of proving
  verifyDisabled: (type: ChallengedType) =>
    new AuthError(422, `mfa_${type}_verify_not_enabled`, `MFA verification is disabled for ${factorNames[type]}`),
  challengeUnknown: () =>
    new AuthError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found'),
  challengeOfSomebodyElse: () =>
    new AuthError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.'),
  challengeExpired: (id: string) =>
    new AuthError(
      422,
      'mfa_challenge_expired',
      `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`,
    ),
  codeMissing: () => invalid('Code needs to be non-empty'),
  wrongTotp: () => new AuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered'),
  wrongPhoneCode: () => new AuthError(422, 'mfa_verification_failed', 'Invalid MFA Phone code entered'),
  keyInput: invalid,
  wrongKey: () => new AuthError(422, 'mfa_verification_failed', 'Failed to validate WebAuthn MFA response'),
}
