import { loadPackage } from '../../kernel/optional-package.ts'
import { authFeature } from '../feature.ts'
import { keyFactorSection, type PasskeysFeature, passkeysPackage } from '../webauthn/webauthn-sections.ts'

const from = passkeysPackage('config.toml ([auth.mfa.web_authn])')

/** Keys that people's devices keep, or that they plug in, as second factors. */
export const webauthnFactors = authFeature({
  section: keyFactorSection,
  isOn: ({ mfa: { web_authn: keys } }) => keys.enroll_enabled === true || keys.verify_enabled === true,
  from,
  load: async () => (await loadPackage<PasskeysFeature>(from)).webauthnFactors,
})
