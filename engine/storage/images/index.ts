import { z } from 'zod'
import { storageFeature } from '../feature.ts'

/** Pictures made to measure. Where they are switched off, their addresses show each picture as it is. */
export const images = storageFeature({
  section: z.looseObject({ image_transformation: z.looseObject({ enabled: z.boolean().default(true) }).prefault({}) }),
  load: async () => (await import('./images.ts')).pictures,
})
