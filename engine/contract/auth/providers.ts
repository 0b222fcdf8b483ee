import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { hintFor } from '../../testing/identity-provider.ts'
import { engine } from '../engine.ts'
import { browser, newAddress } from './people.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address of the identity provider for the wire tests. */
    identityProvider: string
  }
}

export const identityProvider = inject('identityProvider')

/** The app's redirect address. */
export const app = 'https://one.example.com/portal/welcome'

/** A person at the provider whom no server knows yet. */
export function stranger(name: string, { verified = true, email = newAddress(name) } = {}) {
  return { sub: randomUUID(), name, email, email_verified: verified, picture: 'https://pictures.test/face.png' }
}

/** The same person, as GitHub describes them. */
export function onGitHub(
  { name, email, email_verified: verified }: ReturnType<typeof stranger>,
  others: object[] = [],
) {
  const id = Number.parseInt(randomUUID().slice(0, 8), 16)
  return {
    sub: String(id),
    user: { id, login: name, name, avatar_url: 'https://pictures.test/face.png' },
    emails: [...others, { email, primary: true, verified }],
  }
}

type Options = {
  client?: ReturnType<typeof browser>
  provider?: 'keycloak' | 'github'
  redirectTo?: string
  queryParams?: Record<string, string>
}

/** Starts a sign-in and completes it at the provider; returns the browser's final address. */
export async function signInWith(who: Record<string, unknown>, options: Options = {}) {
  const { client = browser(), provider = 'keycloak', redirectTo = app, queryParams } = options
  const { data, error } = await client.auth.signInWithOAuth({
    provider,
    options: {
      redirectTo,
      skipBrowserRedirect: true,
      queryParams: { ...queryParams, [provider === 'github' ? 'login' : 'login_hint']: hintFor(who) },
    },
  })
  if (error) throw error
  return browse(data.url)
}

/** Follows redirects with cookies until they leave the two servers of these tests. */
export async function browse(start: string) {
  const cookies = new Map<string, string>()
  let url = start
  for (;;) {
    const { origin } = new URL(url)
    if (origin !== new URL(engine.url).origin && origin !== identityProvider) return arrival(url)
    if (new URL(url).pathname === '/') return arrival(url)
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) throw new Error(`${url} answers ${response.status}: ${await response.text()}`)
    url = new URL(location, url).href
  }
}

export function arrival(url: string) {
  const location = new URL(url)
  return {
    location,
    query: Object.fromEntries(location.searchParams),
    fragment: Object.fromEntries(new URLSearchParams(location.hash.slice(1))),
  }
}

/** The redirect of a raw request. */
export async function redirectOf(url: string, init: RequestInit = {}) {
  const response = await fetch(url, { redirect: 'manual', ...init })
  return { status: response.status, ...arrival(response.headers.get('location') ?? `${url}#no-redirect`) }
}

/** The address of the provider to which the service redirects. */
export const authorize = (query: Record<string, string>) =>
  redirectOf(`${engine.url}/auth/v1/authorize?${new URLSearchParams(query)}`)

/** An ID token with these claims beside the required ones. */
export async function mintIdToken(claims: Record<string, unknown>, { forged = false } = {}) {
  const now = Math.floor(Date.now() / 1000)
  const good = { iss: identityProvider, aud: 'acme', iat: now, exp: now + 60 }
  const body = JSON.stringify({ claims: { ...good, ...claims }, forged })
  const response = await fetch(`${identityProvider}/mint`, { method: 'POST', body })
  if (!response.ok) throw new Error(await response.text())
  return response.text()
}
