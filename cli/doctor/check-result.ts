import { type Config, ConfigError, type Project } from 'engine/config'
import type { Examination } from 'engine/maintenance'

/** The result of one check, as a sentence, and what to do about it. */
export type Finding = {
  /** `left out` if the check could not run, which says nothing about the installation. */
  state: 'ok' | 'warning' | 'problem' | 'left out'
  found: string
  todo?: string
}

/** The installation under examination, with its settings. */
export type CheckContext = {
  config: Config
  project: Project
  env: NodeJS.ProcessEnv
  keys: { anonKey: string; serviceRoleKey: string }
  /** The local address of its server, if one runs. */
  url: string
  /** The inspected database and files, read once for all checks; throws if that was not possible. */
  examination(): Promise<Examination>
  sendMailTo: string | undefined
}

export type Check = (scene: CheckContext) => Promise<Finding | Finding[]>

export const ok = (found: string): Finding => ({ state: 'ok', found })
export const warning = (found: string, todo: string): Finding => ({ state: 'warning', found, todo })
export const problem = (found: string, todo: string): Finding => ({ state: 'problem', found, todo })
export const leftOut = (found: string): Finding => ({ state: 'left out', found })

export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const { cause, message } = error
  if (message.includes('wrong version number')) return 'it speaks no TLS at that port'
  // The message of a ConfigError is a complete sentence.
  if (error instanceof ConfigError) return message.replace(/\.$/, '')
  if (!(cause instanceof Error)) return message || nameOf(error)
  const why = reasonOf(cause)
  // The message of fetch only says that it failed; the reason is in its cause.
  if (message === 'fetch failed') return why
  return message.includes(why) ? message : `${message}: ${why}`
}

/** The error code stands in for an empty message, as of an AggregateError. */
const nameOf = (error: Error): string => ('code' in error ? String(error.code) : error.name)
