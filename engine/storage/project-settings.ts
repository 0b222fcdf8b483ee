import { z } from 'zod'
import type { Project } from '../kernel/config/project.ts'
import { withSections } from '../kernel/feature.ts'
import { storageFeatures } from './features.ts'

/** `[storage.buckets.<name>]`. */
const bucketSection = z.looseObject({
  public: z.boolean().optional(),
  file_size_limit: z.string().optional(),
  allowed_mime_types: z.array(z.string()).optional(),
  /** A folder, from the project's own, whose files are put into the bucket of a new database. */
  objects_path: z.string().optional(),
})

/** What the core of the service reads, in the CLI's words; the defaults are its too. */
const coreSection = z.looseObject({
  enabled: z.boolean().optional(),
  file_size_limit: z.string().optional(),
  /** Ours, not the CLI's: whether a bucket that takes certain types looks at what a file is, or at what it is called. */
  content_check: z.looseObject({ enabled: z.boolean().default(false) }).prefault({}),
  buckets: z.record(z.string(), bucketSection).default({}),
})

/** config.toml's [storage]. */
export const storageSection = withSections(coreSection, storageFeatures)

/** A project, as far as this service reads it. */
export type StorageProject = Project<{ storage: z.output<typeof storageSection> }>
