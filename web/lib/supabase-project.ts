import { fetchAskedAhead } from './asked-ahead.ts'
import { runOnce } from './run-once.ts'

export type Project = {
  supabaseUrl: string
  supabaseAnonKey: string
  /** The storage key of the session, shared by every page of this project. */
  sessionKey: string
}

export const CONFIG = '/config.json'

const PATIENCE_MS = 20_000

/** The backend of the site. Requested once; a failed request is repeated. */
export const readProject: () => Promise<Project> = runOnce(async () => {
  const response = await fetchAskedAhead(CONFIG, { signal: AbortSignal.timeout(PATIENCE_MS) })
  if (!response.ok) throw new Error('The server is not answering. Please try again.')
  return parseProject(await response.json())
})

/** Parses the site's backend configuration, without zod to keep the pages light. */
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

/** The key that supabase-js uses by default, set explicitly so that other code can find the session. */
const sessionKeyOf = (supabaseUrl: string) => `sb-${new URL(supabaseUrl).hostname.split('.')[0]}-auth-token`
