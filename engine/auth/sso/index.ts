import { z } from 'zod'
import { authFeature } from '../feature.ts'
import { off } from './off.ts'
import { samlSection } from './section.ts'

export const singleSignOn = authFeature({
  section: z.looseObject({ saml: samlSection.prefault({}) }),
  isOn: ({ saml }) => saml.enabled,
  load: async () => (await import('./sso.ts')).sso,
  tables: { name: 'single-sign-on', folder: import.meta.dirname },
  off,
  always: {
    outdated: { saml_relay_states: `t.created_at < now() - interval '24 hours'` },
    openPaths: ['/sso/saml/acs', '/sso/saml/metadata'],
  },
})
