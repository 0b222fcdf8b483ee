import type { Session } from '@supabase/auth-js'

/** The auth client renews a token that ends within this time before it uses it, so that none ends on its way. */
const RENEWAL_MS = 90_000

/**
 * Reads the session that the auth client keeps in the browser, without that client, whose code the first rows would wait
 * for. Undefined if there is none, or if the client should renew it first.
 */
export function storedSession(sessionKey: string): Session | undefined {
  // Outside a browser there is no storage, and the auth client keeps its session in memory.
  const storage: Storage | undefined = globalThis.localStorage
  const session = parseSession(storage?.getItem(sessionKey))
  return session?.expires_at !== undefined && session.expires_at * 1000 - Date.now() >= RENEWAL_MS ? session : undefined
}

function parseSession(text: string | null | undefined): Session | undefined {
  try {
    const session: unknown = JSON.parse(text ?? 'null')
    return isSession(session) ? session : undefined
  } catch {
    return undefined
  }
}

/** Whether the value has what the portal reads of a session, checked without zod since every screen waits for this code. */
const isSession = (value: unknown): value is Session =>
  isObject(value) &&
  isText(value.access_token) &&
  typeof value.expires_at === 'number' &&
  isObject(value.user) &&
  isText(value.user.id)

const isText = (value: unknown) => typeof value === 'string' && value !== ''

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
