import type { Factor, FactorType } from '../people/user.ts'
import type { AuthSettings } from '../settings.ts'
import { factorErrors } from './errors.ts'

/** Throws for factors that the project does not let people prove themselves by, and for those of another route. */
export function requireSwitchedOn(type: FactorType, settings: AuthSettings) {
  if (type === 'recovery_code') throw factorErrors.typeUnknown()
  if (!canVerifyBy(type, settings)) throw factorErrors.verifyDisabled(type)
}

/** Whether one of the factors could be asked for at sign-in by itself, as recovery codes never are. */
export const canStandAlone = (factors: readonly Factor[], settings: AuthSettings) =>
  factors.some(
    ({ status, factor_type: type }) => status === 'verified' && type !== 'recovery_code' && canVerifyBy(type, settings),
  )

const canVerifyBy = (type: FactorType, { totp, phoneFactor, webauthnFactor, recoveryCodes }: AuthSettings) =>
  ({ totp, phone: phoneFactor, webauthn: webauthnFactor, recovery_code: recoveryCodes })[type].canVerify
