import type { Config } from '../../engine/config.ts'
import type { Examination } from '../../engine/examination/examine.ts'
import type { Project } from '../../engine/supabase-project.ts'

/** What a check found, in a sentence, and what to do about it. */
export type Finding = {
  /** `left out` where it could not be looked at: that says nothing about how it is. */
  state: 'ok' | 'warning' | 'problem' | 'left out'
  found: string
  todo?: string
}

/** The installation that is looked at, by its settings. */
export type Scene = {
  config: Config
  project: Project
  env: NodeJS.ProcessEnv
  keys: { anonKey: string; serviceRoleKey: string }
  /** Where its server answers on this machine, if one runs. */
  url: string
  /** What its database and files are like, looked at once for all checks; throws why that could not be. */
  examination(): Promise<Examination>
  sendMailTo: string | undefined
}

export type Check = (scene: Scene) => Promise<Finding | Finding[]>

export const ok = (found: string): Finding => ({ state: 'ok', found })
export const warning = (found: string, todo: string): Finding => ({ state: 'warning', found, todo })
export const problem = (found: string, todo: string): Finding => ({ state: 'problem', found, todo })
export const leftOut = (found: string): Finding => ({ state: 'left out', found })

export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  // What fetch says is that it failed; why is in its cause.
  const { cause } = error
  return cause instanceof Error && cause.message ? `${error.message}: ${cause.message}` : error.message || error.name
}
