import { administration } from './admin/index.ts'
import { captcha } from './captcha/index.ts'
import { failedSignIns } from './failed-sign-ins/index.ts'
import type { AuthFeature } from './feature.ts'
import { hooks } from './hooks/index.ts'
import { passkeys } from './passkeys/index.ts'
import { phoneFactors } from './phone-factor/index.ts'
import { providers } from './providers/index.ts'
import { recoveryCodes } from './recovery-codes/index.ts'
import { singleSignOn } from './sso/index.ts'
import { authenticatorApps } from './totp/index.ts'
import { webauthnFactors } from './webauthn-factor/index.ts'

/** The features of this service. A feature is removed by deleting its line here and its folder. */
export const authFeatures: readonly AuthFeature[] = [
  administration,
  authenticatorApps,
  captcha,
  failedSignIns,
  hooks,
  webauthnFactors,
  passkeys,
  phoneFactors,
  providers,
  recoveryCodes,
  singleSignOn,
]
