import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { CreateOAuthClientParams, SupabaseClient } from '@supabase/supabase-js'
import { engine } from '../engine.ts'
import { admin, call } from './people.ts'

/** Where the other application wants people back. Nobody is there: the tests read the address. */
export const callback = 'https://app.other.test/callback'

/** Another application, as an administrator registers it. */
export async function otherApplication(fields: Partial<CreateOAuthClientParams> = {}) {
  const { data, error } = await admin.auth.admin.oauth.createClient({
    client_name: 'Other application',
    redirect_uris: [callback],
    ...fields,
  })
  if (error) throw error
  return data
}

/** What only the application that asked can answer. */
export function pkce() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** Sends a person here, as the application does, and returns where they are sent on to. */
export async function departure(parameters: Record<string, string> | [string, string][]) {
  const query = new URLSearchParams(parameters)
  const response = await fetch(`${engine.url}/auth/v1/oauth/authorize?${query}`, { redirect: 'manual' })
  const location = response.headers.get('location')
  return { status: response.status, to: location === null ? undefined : new URL(location), response }
}

type Asked = { clientId: string; scope?: string; redirectUri?: string; more?: Record<string, string> }

/** The application's question: under which name the person answers, and what it keeps for itself. */
export async function question({ clientId, scope = 'openid email profile', redirectUri = callback, more = {} }: Asked) {
  const { verifier, challenge } = pkce()
  const state = randomUUID()
  const { to } = await departure({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope,
    state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...more,
  })
  return { name: to?.searchParams.get('authorization_id') ?? '', verifier, state }
}

/** The person sees the question and lets the application in, unless they did before; returns what it gets back. */
export async function letIn(client: SupabaseClient, name: string) {
  const seen = await client.auth.oauth.getAuthorizationDetails(name)
  if (seen.error) throw seen.error
  if ('redirect_url' in seen.data) return Object.fromEntries(new URL(seen.data.redirect_url).searchParams)
  const { data, error } = await client.auth.oauth.approveAuthorization(name, { skipBrowserRedirect: true })
  if (error) throw error
  return Object.fromEntries(new URL(data.redirect_url).searchParams)
}

export const basic = ({ client_id: id, client_secret: secret = '' }: { client_id: string; client_secret?: string }) =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`

/** The application's request for tokens, without any key of the project. */
export const askForTokens = (form: Record<string, string>, authorization = '') =>
  call('POST', '/oauth/token', {
    body: String(new URLSearchParams(form)),
    headers: {
      apikey: '',
      'content-type': 'application/x-www-form-urlencoded',
      ...(authorization && { authorization }),
    },
  })

/** Everything at once: somebody lets an application in, and it has its tokens. */
export async function admitted(
  person: SupabaseClient,
  application: { client_id: string; client_secret?: string },
  scope?: string,
) {
  const { name, verifier } = await question({ clientId: application.client_id, ...(scope !== undefined && { scope }) })
  const { code = '' } = await letIn(person, name)
  const form = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: callback }
  const { status, body } = await askForTokens(form, basic(application))
  if (status !== 200) throw new Error(`No tokens: ${JSON.stringify(body)}`)
  return { ...body, form }
}

/** How an application is told in the words of OAuth that it gets nothing. */
export const refusedWith = (error: string, error_description?: string) => ({
  status: 400,
  body: { error, ...(error_description && { error_description }) },
})
