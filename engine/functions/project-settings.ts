import { z } from 'zod'

/** `[edge_runtime]` of config.toml. */
export const runtimeSection = z.looseObject({
  enabled: z.boolean().optional(),
  secrets: z.record(z.string(), z.string()).default({}),
  /** Ours: the largest body of a request to a function. */
  max_body_size: z.string().optional(),
  /** Ours: how long a thread of functions may answer nothing at all. */
  silence_ms: z.int().positive().optional(),
  /** Ours: how long a function may compute without a pause. */
  computing_ms: z.int().positive().optional(),
  /** Ours: how many threads functions have at most. */
  max_threads: z.int().positive().optional(),
})

/** `[functions.<name>]` of config.toml. */
export const functionsSection = z.record(
  z.string(),
  z.looseObject({
    enabled: z.boolean().default(true),
    verify_jwt: z.boolean().default(true),
    entrypoint: z.string().optional(),
    /** Left out: the nearest to the function. */
    import_map: z.string().optional(),
    /** What the function may read beside the files of its own folder. */
    static_files: z.array(z.string()).optional(),
  }),
)
