import { ConfigError } from '../config.ts'
import type { Project } from '../project.ts'

/** No file of any bucket is larger, unless config.toml says otherwise; as the CLI's own template. */
const DEFAULT_LIMIT = '50MiB'

const unitBytes: Record<string, number> = { '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3, t: 1024 ** 4 }

/** The largest file that any bucket takes, in bytes: `file_size_limit` of config.toml's `[storage]`. */
export const largestFile = ({ dir, config }: Pick<Project, 'dir' | 'config'>): number =>
  configuredSize(dir, 'storage.file_size_limit', config.storage.file_size_limit ?? DEFAULT_LIMIT)

/** A size as config.toml says it, in bytes. The CLI reads MB as MiB there, so that 50MB and 50MiB are the same. */
export function configuredSize(dir: string, setting: string, text: string): number {
  const [, amount, unit = ''] = /^\s*(\d+(?:\.\d+)?)\s*([kmgt]?)i?b?\s*$/i.exec(text) ?? []
  const bytes = Math.floor(Number(amount) * (unitBytes[unit.toLowerCase()] ?? Number.NaN))
  if (Number.isSafeInteger(bytes)) return bytes
  throw new ConfigError(`${dir}/config.toml is wrong at ${setting}: it should be a size such as 50MiB.`)
}
