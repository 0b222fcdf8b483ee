import type { FactorMethod } from '../sessions/sessions.ts'
import type { FactorType } from '../users/user.ts'

/** How the token's `amr` claim names a proof by each of them. */
export const methodOf = {
  totp: 'totp',
  phone: 'mfa/phone',
  webauthn: 'mfa/webauthn',
  recovery_code: 'mfa/recovery_code',
} satisfies Record<FactorType, FactorMethod>
