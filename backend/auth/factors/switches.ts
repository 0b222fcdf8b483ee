import type { FactorType } from '../people/user.ts'
import type { AuthSettings } from '../settings.ts'
import { factorRefusals } from './refusals.ts'

/** Throws for factors that the project does not let people prove themselves by. */
export function requireSwitchedOn(type: FactorType, { totp, phoneFactor, webauthnFactor }: AuthSettings) {
  const canVerify = { totp: totp.canVerify, phone: phoneFactor.canVerify, webauthn: webauthnFactor.canVerify }[type]
  if (!canVerify) throw factorRefusals.verifyDisabled(type)
}
