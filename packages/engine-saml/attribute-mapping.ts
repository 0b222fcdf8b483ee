import { z } from 'zod'

/** The mapping of a SAML assertion's attributes to claims. */
export const attributeMapping = z.object({
  keys: z
    .record(
      z.string(),
      z.object({
        name: z.string().optional(),
        names: z.array(z.string()).optional(),
        default: z.unknown().optional(),
        array: z.boolean().optional(),
      }),
    )
    .optional(),
})

export type AttributeMapping = z.infer<typeof attributeMapping>
