import { configuredSize } from '../kernel/config/configured-size.ts'
import type { StorageProject } from './project-settings.ts'

/** No file of any bucket is larger, unless config.toml says otherwise; as the CLI's own template. */
const DEFAULT_LIMIT = '50MiB'

/** The largest file that any bucket takes, in bytes: `file_size_limit` of config.toml's `[storage]`. */
export const largestFile = ({ dir, config }: Pick<StorageProject, 'dir' | 'config'>): number =>
  configuredSize(dir, 'storage.file_size_limit', config.storage.file_size_limit ?? DEFAULT_LIMIT)
