import { configuredSize } from '../kernel/config/configured-size.ts'
import type { StorageProject } from './storage-section.ts'

/** The CLI's default for the largest file of any bucket. */
const DEFAULT_LIMIT = '50MiB'

/** The largest file of any bucket, in bytes: `file_size_limit` in the section `[storage]` of config.toml. */
export const largestFile = ({ dir, config }: Pick<StorageProject, 'dir' | 'config'>): number =>
  configuredSize(dir, 'storage.file_size_limit', config.storage.file_size_limit ?? DEFAULT_LIMIT)
