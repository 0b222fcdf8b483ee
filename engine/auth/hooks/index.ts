import { z } from 'zod'
import { authFeature } from '../feature.ts'
import { hookNames, hooksSection } from './section.ts'

export const hooks = authFeature({
  section: z.looseObject({ hook: hooksSection.prefault({}) }),
  isOn: ({ hook }) => hookNames.some((name) => hook[name].enabled),
  load: async () => (await import('./hooks.ts')).projectHooks,
})
