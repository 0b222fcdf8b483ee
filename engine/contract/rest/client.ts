import { createClient } from '@supabase/supabase-js'
import { engine } from '../engine.ts'

/** No session is stored or refreshed in the background. */
export const clientOptions = { auth: { persistSession: false, autoRefreshToken: false } }

/** Two callers of the REST service: an anonymous one, and the project's own server. */
export const anonymous = createClient(engine.url, engine.anonKey, clientOptions)
export const service = createClient(engine.url, engine.serviceRoleKey, clientOptions)

/** A raw request; the body is returned as text. */
export async function request(
  path: string,
  { headers = {}, ...init }: RequestInit & { headers?: Record<string, string> } = {},
) {
  const response = await fetch(`${engine.url}/rest/v1${path}`, {
    ...init,
    headers: { apikey: engine.anonKey, ...headers },
  })
  return { status: response.status, headers: response.headers, body: await response.text() }
}

/** The data of a result; throws the server's message where there is an error. */
export function data<T>({ data, error }: { data: T | null; error: { message: string; code?: string } | null }): T {
  if (error) throw new Error(`${error.code}: ${error.message}`)
  if (data === null) throw new Error('no data')
  return data
}
