import { type Config, ConfigError, type Project } from 'engine/config'
import type { Examination } from 'engine/maintenance'

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
  const { cause, message } = error
  if (message.includes('wrong version number')) return 'it speaks no TLS at that port'
  // It says all there is to say, as a sentence.
  if (error instanceof ConfigError) return message.replace(/\.$/, '')
  if (!(cause instanceof Error)) return message || nameOf(error)
  const why = reasonOf(cause)
  // What fetch says is that it failed; why is in its cause.
  if (message === 'fetch failed') return why
  return message.includes(why) ? message : `${message}: ${why}`
}

/** Of what says nothing, as several attempts together, the code. */
const nameOf = (error: Error): string => ('code' in error ? String(error.code) : error.name)
