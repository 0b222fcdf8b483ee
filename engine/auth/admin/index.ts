import { z } from 'zod'
import { authFeature } from '../feature.ts'

export const administration = authFeature({
  section: z.looseObject({}),
  load: async () => (await import('./admin-routes.ts')).admin,
})
