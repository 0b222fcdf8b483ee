import { type Parts, refusing } from '../feature.ts'
import { ssoErrors } from './errors.ts'

/** Where the project has no single sign-on, or no key for it. */
export const off: Parts = {
  visitors: refusing(ssoErrors.samlDisabled, ['/sso', '/sso/saml/acs', '/sso/saml/metadata']),
  administration: refusing(ssoErrors.samlDisabled, ['/sso/providers', '/sso/providers/:providerId']),
  publicSettings: { saml_enabled: false },
}
