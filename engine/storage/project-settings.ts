import { z } from 'zod'

/** `[storage.buckets.<name>]`. */
const bucketSection = z.looseObject({
  public: z.boolean().optional(),
  file_size_limit: z.string().optional(),
  allowed_mime_types: z.array(z.string()).optional(),
  /** A folder, from the project's own, whose files are put into the bucket of a new database. */
  objects_path: z.string().optional(),
})

/** `[storage.vector]`: how many vector buckets there may be, how many indexes in each, and which are made at the start. */
const vectorSection = z.looseObject({
  enabled: z.boolean().default(true),
  max_buckets: z.int().nonnegative().default(10),
  max_indexes: z.int().nonnegative().default(5),
  buckets: z.record(z.string(), z.looseObject({})).default({}),
})

/** `[storage.analytics]`: how many catalogs, namespaces and tables of a namespace there may be, and which are made at the start. */
const analyticsSection = z.looseObject({
  enabled: z.boolean().default(true),
  max_catalogs: z.int().nonnegative().default(2),
  max_namespaces: z.int().nonnegative().default(5),
  max_tables: z.int().nonnegative().default(10),
  buckets: z.record(z.string(), z.looseObject({})).default({}),
})

/** `[storage]` of config.toml, in the CLI's words; the defaults are its too. */
export const storageSection = z.looseObject({
  enabled: z.boolean().optional(),
  file_size_limit: z.string().optional(),
  image_transformation: z.looseObject({ enabled: z.boolean().default(true) }).prefault({}),
  /** Ours, not the CLI's: whether a bucket that takes certain types looks at what a file is, or at what it is called. */
  content_check: z.looseObject({ enabled: z.boolean().default(false) }).prefault({}),
  s3_protocol: z.looseObject({ enabled: z.boolean().default(true) }).prefault({}),
  buckets: z.record(z.string(), bucketSection).default({}),
  analytics: analyticsSection.prefault({}),
  vector: vectorSection.prefault({}),
})
