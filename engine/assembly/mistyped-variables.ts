import { settingNames } from '../kernel/config/environment-variables.ts'
import type { Project } from './config-toml.ts'
import { didYouMean } from './did-you-mean.ts'
import { featureVariables } from './features.ts'

/** The environment variables that the engine itself reads. */
export const variableNames: readonly string[] = [...settingNames, ...featureVariables]

/** Variables that look like a setting which is not set. `own` are those that the installation reads itself. */
export const mistypedVariables = (
  env: NodeJS.ProcessEnv,
  project: Pick<Project, 'variables'>,
  own: readonly string[],
) => didYouMean(env, [...variableNames, ...project.variables, ...own])
