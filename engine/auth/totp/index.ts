import { z } from 'zod'
import { authFeature } from '../feature.ts'
import { factorSwitches } from '../sections/mfa-section.ts'

/** Authenticator apps as second factors; on unless config.toml says otherwise. */
export const authenticatorApps = authFeature({
  section: z.looseObject({ mfa: z.looseObject({ totp: z.looseObject(factorSwitches).prefault({}) }).prefault({}) }),
  isOn: ({ mfa: { totp } }) => totp.enroll_enabled !== false || totp.verify_enabled !== false,
  load: async () => (await import('./totp-factor.ts')).totp,
  tables: { name: 'authenticator-apps', folder: import.meta.dirname },
})
