import { createClient } from '@supabase/supabase-js'
import { describe, expect, it } from 'vitest'
import { engine } from '../engine.ts'
import { signedInPerson } from './people.ts'

/** A client that records the paths of its requests. */
function watchedClient() {
  const asked: string[] = []
  const client = createClient(engine.url, engine.anonKey, {
    // The client caches the key set by storage key; a new key makes this client request it.
    auth: { persistSession: false, storageKey: crypto.randomUUID() },
    global: {
      fetch: (input, init) => {
        asked.push(new URL(input instanceof Request ? input.url : input).pathname)
        return fetch(input, init)
      },
    },
  })
  return { client, asked }
}

describe('the claims of a token', () => {
  it('are verified by the key set alone, without asking who it is', async () => {
    const { session, user } = await signedInPerson('ana')
    const { client, asked } = watchedClient()
    const { data, error } = await client.auth.getClaims(session.access_token)
    expect(error).toBeNull()
    expect(data?.header).toMatchObject({ alg: 'ES256', typ: 'JWT', kid: expect.any(String) })
    expect(data?.claims).toMatchObject({
      sub: user.id,
      iss: `${engine.url}/auth/v1`,
      aud: 'authenticated',
      role: 'authenticated',
      aal: 'aal1',
      is_anonymous: false,
    })
    expect(asked).toEqual(['/auth/v1/.well-known/jwks.json'])
  })

  it('are refused when somebody changed them', async () => {
    const { session } = await signedInPerson('mallory')
    const [header, payload = '', signature] = session.access_token.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const forged = Buffer.from(JSON.stringify({ ...claims, role: 'service_role' })).toString('base64url')
    const { error } = await watchedClient().client.auth.getClaims(`${header}.${forged}.${signature}`)
    expect(error).toMatchObject({ code: 'invalid_jwt' })
  })
})
