import { once } from './once.ts'

export type Project = {
  supabaseUrl: string
  supabaseAnonKey: string
  /** Where the session lies in the browser's storage: every page of this project looks there. */
  sessionKey: string
}

const PATIENCE_MS = 20_000

/** Which backend the site belongs to. Asked once; a failed answer is asked for again. */
export const readProject: () => Promise<Project> = once(async () => {
  const response = await fetch('/config.json', { signal: AbortSignal.timeout(PATIENCE_MS) })
  if (!response.ok) throw new Error('The server is not answering. Please try again.')
  return parseProject(await response.json())
})

/** By hand, because pages that should be light read it too. */
export function parseProject(config: unknown): Project {
  if (config && typeof config === 'object' && 'supabaseUrl' in config && 'supabaseAnonKey' in config) {
    const { supabaseUrl, supabaseAnonKey } = config
    if (isAddress(supabaseUrl) && typeof supabaseAnonKey === 'string' && supabaseAnonKey !== '') {
      return { supabaseUrl, supabaseAnonKey, sessionKey: sessionKeyOf(supabaseUrl) }
    }
  }
  throw new Error('/config.json does not name a project')
}

const isAddress = (value: unknown): value is string => typeof value === 'string' && URL.canParse(value)

/** The name supabase-js would give it, said here so that it can be found again. */
const sessionKeyOf = (supabaseUrl: string) => `sb-${new URL(supabaseUrl).hostname.split('.')[0]}-auth-token`
