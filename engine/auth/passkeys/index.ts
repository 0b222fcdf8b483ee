import { z } from 'zod'
import { authFeature, refusing } from '../feature.ts'
import { webauthnSection } from '../webauthn/section.ts'
import { passkeyErrors } from './errors.ts'
import { passkeySection } from './section.ts'

export const passkeys = authFeature({
  section: z.looseObject({ passkey: passkeySection.prefault({}), webauthn: webauthnSection.prefault({}) }),
  isOn: ({ passkey }) => passkey.enabled,
  load: async () => (await import('./passkeys.ts')).passkeyRoutes,
  tables: { name: 'passkeys', folder: import.meta.dirname },
  off: {
    visitors: refusing(passkeyErrors.disabled, ['/passkeys', '/passkeys/*']),
    administration: refusing(passkeyErrors.disabled, ['/users/:userId/passkeys', '/users/:userId/passkeys/:passkeyId']),
    publicSettings: { passkeys_enabled: false },
  },
  always: {
    outdated: { webauthn_challenges: 't.expires_at < now()' },
    tablesOfUsers: ['webauthn_credentials'],
  },
})
