import { settingNames } from '../kernel/config/config.ts'
import { didYouMean } from './did-you-mean.ts'
import { featureVariables } from './features.ts'
import type { Project } from './supabase-project.ts'

/** The environment variables that the engine itself reads. */
export const variableNames: readonly string[] = [...settingNames, ...featureVariables]

/** Variables that look like a setting which is not set. `own` are those that the installation reads itself. */
export const mistypedVariables = (
  env: NodeJS.ProcessEnv,
  project: Pick<Project, 'variables'>,
  own: readonly string[],
) => didYouMean(env, [...variableNames, ...project.variables, ...own])
