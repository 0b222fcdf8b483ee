import { z } from 'zod'
import { storageFeature } from '../feature.ts'

/** Image transformations. Where they are disabled, their addresses return the original image. */
export const images = storageFeature({
  section: z.looseObject({ image_transformation: z.looseObject({ enabled: z.boolean().default(true) }).prefault({}) }),
  load: async () => (await import('./images.ts')).pictures,
})
