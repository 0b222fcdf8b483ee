import { z } from 'zod'

const MAX_SIDE = 2000

/** A side of 0 or less is no side, as for imgproxy. */
const side = z.coerce
  .number()
  .int()
  .transform((pixels) => (pixels > 0 ? Math.min(pixels, MAX_SIDE) : undefined))

/**
 * The parameters of a transformation, in a query or in the body that signs an address (engine/docs/wire/storage.md#pictures).
 */
export const transformation = z.object({
  width: side.optional(),
  height: side.optional(),
  resize: z.enum(['cover', 'contain', 'fill']).optional(),
  quality: z.coerce.number().int().min(20).max(100).optional(),
  format: z.enum(['origin', 'avif', 'webp']).optional(),
})

export type Transformation = z.infer<typeof transformation>

/** The parameters in a signed address: `width:200,resize:contain`. */
export const transformationText = (asked: Transformation): string =>
  Object.entries(asked)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}:${value}`)
    .join(',')

export const readTransformationText = (text: string): Transformation =>
  transformation.parse(Object.fromEntries(text === '' ? [] : text.split(',').map((pair) => pair.split(':'))))
