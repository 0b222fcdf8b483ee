import type { FactorMethod } from '../sessions/sessions.ts'
import type { FactorType } from '../users/user.ts'

/** The name of each factor type in the token's `amr` claim. */
export const amrMethods = {
  totp: 'totp',
  phone: 'mfa/phone',
  webauthn: 'mfa/webauthn',
  recovery_code: 'mfa/recovery_code',
} satisfies Record<FactorType, FactorMethod>
