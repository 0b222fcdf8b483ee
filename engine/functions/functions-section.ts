import { z } from 'zod'

/** The section `[edge_runtime]` of config.toml. */
export const runtimeSection = z.looseObject({
  enabled: z.boolean().optional(),
  secrets: z.record(z.string(), z.string()).default({}),
  /** Own setting: the largest body of a request to a function. */
  max_body_size: z.string().optional(),
  /** Own setting: the longest time that a thread may not respond. */
  silence_ms: z.int().positive().optional(),
  /** Own setting: the longest time that a function may compute without a pause. */
  computing_ms: z.int().positive().optional(),
  /** Own setting: the most threads for functions. */
  max_threads: z.int().positive().optional(),
})

/** The sections `[functions.<name>]` of config.toml. */
export const functionsSection = z.record(
  z.string(),
  z.looseObject({
    enabled: z.boolean().default(true),
    verify_jwt: z.boolean().default(true),
    entrypoint: z.string().optional(),
    /** The import map; the default is the nearest one to the function. */
    import_map: z.string().optional(),
    /** Patterns of files outside the function's folder that it may read. */
    static_files: z.array(z.string()).optional(),
  }),
)
