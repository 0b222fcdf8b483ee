import { z } from 'zod'
import { authFeature } from '../feature.ts'
import { customSection } from './section.ts'

export const customProviders = authFeature({
  section: z.looseObject({ custom_oauth: customSection.prefault({}) }),
  isOn: ({ custom_oauth: { enabled } }) => enabled,
  load: async () => (await import('./custom-providers.ts')).addedProviders,
  tables: { name: 'custom-providers', folder: import.meta.dirname },
})
