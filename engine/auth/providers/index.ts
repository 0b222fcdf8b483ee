import { z } from 'zod'
import { authFeature } from '../feature.ts'
import { externalSection } from './section.ts'

export const providers = authFeature({
  section: z.looseObject({ external: externalSection.default({}) }),
  load: async () => (await import('./providers.ts')).signInByProvider,
  always: { openPaths: ['/authorize', '/callback'] },
})
