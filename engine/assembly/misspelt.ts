import { mostSimilar } from '../kernel/similar.ts'

/** One letter of eight: nearer than what other programs call theirs. */
const ALIKE = 0.85

/** Variables that look like a setting which is not set, as DATABSE_URL; those of other programs are left alone. */
export function misspelt(env: NodeJS.ProcessEnv, settings: readonly string[]): { name: string; meant: string }[] {
  const known = new Set(settings)
  const unset = settings.filter((name) => !env[name])
  return Object.keys(env).flatMap((name) => {
    if (known.has(name) || !env[name]) return []
    const meant = mostSimilar(name, unset, ALIKE)
    return meant === undefined ? [] : [{ name, meant }]
  })
}
