import { settingNames } from '../kernel/config/config.ts'
import { featureVariables } from './features.ts'
import { misspelt } from './misspelt.ts'
import type { Project } from './supabase-project.ts'

/** The environment variables that the engine itself reads. */
export const variableNames: readonly string[] = [...settingNames, ...featureVariables]

/** Variables that look like a setting which is not set. `own` are those that the installation reads itself. */
export const misspeltVariables = (
  env: NodeJS.ProcessEnv,
  project: Pick<Project, 'variables'>,
  own: readonly string[],
) => misspelt(env, [...variableNames, ...project.variables, ...own])
