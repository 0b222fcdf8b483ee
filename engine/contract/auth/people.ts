import { randomUUID } from 'node:crypto'
import { createClient, type Session } from '@supabase/supabase-js'
import { engine } from '../engine.ts'
import { newestMailTo } from '../received-mails.ts'

export const password = 'harbor bakery'

/** A new address, so that tests can share a server without collisions. */
export const newAddress = (name: string) => `${name}-${randomUUID().slice(0, 8)}@north.test`

/** A new phone number. */
export const newPhone = () => `+49${Math.floor(Math.random() * 1e12) + 1e12}`

/** A separate browser, whose session is not shared. */
export const browser = (flowType: 'implicit' | 'pkce' = 'implicit') =>
  createClient(engine.url, engine.anonKey, {
    auth: {
      flowType,
      autoRefreshToken: false,
      persistSession: true,
      storage: memory(),
      detectSessionInUrl: false,
      experimental: { recoveryCodes: true },
    },
  })

export const admin = createClient(engine.url, engine.serviceRoleKey, {
  auth: { autoRefreshToken: false, persistSession: false },
})

/** A user who signed up and opened the mail's link, but has not signed in yet. */
export async function confirmedPerson(name: string) {
  const email = newAddress(name)
  const { error } = await browser().auth.signUp({ email, password, options: { data: { name } } })
  if (error) throw error
  await openLink((await newestMailTo(email)).link)
  return { email }
}

/** A confirmed user, signed in with a separate browser. */
export async function signedInPerson(name: string) {
  const { email } = await confirmedPerson(name)
  const { client, session, user } = await signIn(email)
  return { email, client, session, user }
}

export async function signIn(email: string, secret = password) {
  const client = browser()
  const { data, error } = await client.auth.signInWithPassword({ email, password: secret })
  if (error) throw error
  return { client, session: data.session, user: data.user }
}

/** Opens a mail's link as a browser does, and returns the address of the redirect. */
export async function openLink(link: string) {
  const response = await fetch(link, { redirect: 'manual' })
  const location = new URL(response.headers.get('location') ?? '')
  return {
    status: response.status,
    location,
    query: Object.fromEntries(location.searchParams),
    fragment: Object.fromEntries(new URLSearchParams(location.hash.slice(1))),
  }
}

/** The user of the token in an address to which a sign-in redirected. */
export const userOf = async ({ access_token = '' }: Record<string, string>) => {
  const { data, error } = await browser().auth.getUser(access_token)
  if (error) throw error
  return data.user
}

type CallOptions = { body?: unknown; token?: string; headers?: Record<string, string> }

/** A raw request, for everything that the client hides: bodies, headers, old API versions. */
export async function call(method: string, path: string, { body, token, headers }: CallOptions = {}) {
  const response = await fetch(`${engine.url}/auth/v1${path}`, {
    method,
    headers: {
      apikey: engine.anonKey,
      'x-supabase-api-version': '2024-01-01',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
}

/** Exchanges a refresh token directly; the client would store and reuse the result. */
export const refresh = (refreshToken: string) =>
  call('POST', '/token?grant_type=refresh_token', { body: { refresh_token: refreshToken } })

export function claimsOf({ access_token }: Pick<Session, 'access_token'>) {
  const [, payload = ''] = access_token.split('.')
  return JSON.parse(Buffer.from(payload, 'base64url').toString())
}

function memory() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}
