import { z } from 'zod'

const count = z.int().positive()

/** The section `[api]` of config.toml. The limits of one request are this engine's own settings. */
export const apiSection = z.looseObject({
  enabled: z.boolean().optional(),
  schemas: z.array(z.string()).optional(),
  extra_search_path: z.array(z.string()).optional(),
  max_rows: count.optional(),
  /**
   * Whether the API roles may use new tables of `public` without a grant; unset, the database's default privileges stay
   * as they are.
   */
  auto_expose_new_tables: z.boolean().optional(),
  /** The largest body of any request. */
  max_body_size: z.string().optional(),
  /** Lower limits for callers whom the project does not know; without this section there are none. */
  strangers: z
    .looseObject({
      max_body_size: z.string().optional(),
      /** Rows in the body of one request. */
      max_rows: count.optional(),
      /** A function without arguments that says whether its caller is known. Without it, every signed-in caller is. */
      known_by: z.string().optional(),
    })
    .optional(),
})

export type ApiSection = z.output<typeof apiSection>
