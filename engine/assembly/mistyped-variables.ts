import { settingNames } from '../kernel/config/environment-variables.ts'
import { mostSimilar } from '../kernel/similar.ts'
import type { Project } from './config-toml.ts'
import { featureVariables } from './features.ts'

/** The environment variables that the engine itself reads. */
export const variableNames: readonly string[] = [...settingNames, ...featureVariables]

/** Variables that look like a setting which is not set. `own` are those that the installation reads itself. */
export const mistypedVariables = (
  env: NodeJS.ProcessEnv,
  project: Pick<Project, 'variables'>,
  own: readonly string[],
) => didYouMean(env, [...variableNames, ...project.variables, ...own])

/** One wrong letter of eight: closer than other programs' variables usually are. */
const ALIKE = 0.85

/** Variables that look like a setting that is not set, such as DATABSE_URL; those of other programs are ignored. */
export function didYouMean(env: NodeJS.ProcessEnv, settings: readonly string[]): { name: string; meant: string }[] {
  const known = new Set(settings)
  const unset = settings.filter((name) => !env[name])
  return Object.keys(env).flatMap((name) => {
    if (known.has(name) || !env[name]) return []
    const meant = mostSimilar(name, unset, ALIKE)
    return meant === undefined ? [] : [{ name, meant }]
  })
}
