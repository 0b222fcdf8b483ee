import { z } from 'zod'
import type { Project } from '../kernel/config/project.ts'
import { withSections } from '../kernel/feature.ts'
import { storageFeatures } from './features.ts'

/** The sections `[storage.buckets.<name>]`. */
const bucketSection = z.looseObject({
  public: z.boolean().optional(),
  file_size_limit: z.string().optional(),
  allowed_mime_types: z.array(z.string()).optional(),
  /** A folder, relative to the project's, whose files are uploaded to the bucket of a new database. */
  objects_path: z.string().optional(),
})

/** The settings of the core service, with the CLI's names and defaults. */
const coreSection = z.looseObject({
  enabled: z.boolean().optional(),
  file_size_limit: z.string().optional(),
  /** Own setting: whether buckets with allowed types check a file's content instead of its claimed type. */
  content_check: z.looseObject({ enabled: z.boolean().default(false) }).prefault({}),
  buckets: z.record(z.string(), bucketSection).default({}),
})

/** The section `[storage]` of config.toml. */
export const storageSection = withSections(coreSection, storageFeatures)

/** The parts of a project that this service reads. */
export type StorageProject = Project<{ storage: z.output<typeof storageSection> }>
