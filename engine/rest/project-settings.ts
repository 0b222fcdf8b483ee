import { z } from 'zod'

const count = z.int().positive()

/** `[api]`. What one request may bring is the engine's own. */
export const apiSection = z.looseObject({
  enabled: z.boolean().optional(),
  schemas: z.array(z.string()).optional(),
  extra_search_path: z.array(z.string()).optional(),
  max_rows: count.optional(),
  /** Whether the API roles may use what a migration creates in `public` without a grant; left out, as it is in the database. */
  auto_expose_new_tables: z.boolean().optional(),
  /** The largest body of a request, whoever sends it. */
  max_body_size: z.string().optional(),
  /** Narrower limits for those of whom the project knows nothing; without the section there are none. */
  strangers: z
    .looseObject({
      max_body_size: z.string().optional(),
      /** Rows in the body of one request. */
      max_rows: count.optional(),
      /** A function without arguments that says whether its caller is known. Left out: everybody who has signed in is. */
      known_by: z.string().optional(),
    })
    .optional(),
})

export type ApiSection = z.output<typeof apiSection>
