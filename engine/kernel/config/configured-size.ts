import { ConfigError } from './environment-variables.ts'

const unitBytes: Record<string, number> = { '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3, t: 1024 ** 4 }

/** The bytes of a size in config.toml. The CLI reads MB as MiB there, so 50MB and 50MiB are the same. */
export function configuredSize(dir: string, setting: string, text: string): number {
  const [, amount, unit = ''] = /^\s*(\d+(?:\.\d+)?)\s*([kmgt]?)i?b?\s*$/i.exec(text) ?? []
  const bytes = Math.floor(Number(amount) * (unitBytes[unit.toLowerCase()] ?? Number.NaN))
  if (Number.isSafeInteger(bytes)) return bytes
  throw new ConfigError(`${dir}/config.toml is wrong at ${setting}: it should be a size such as 50MiB.`)
}
