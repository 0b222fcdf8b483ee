import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { engine } from '../engine.ts'
import { callback, otherApplication } from './other-application.ts'
import { admin, browser, call, signedInPerson } from './people.ts'

const { oauth } = admin.auth.admin

describe('an application, as its administrator knows it', () => {
  it('is shown its secret once, and by default needs it', async () => {
    const { client_secret: secret, ...made } = await otherApplication({ client_uri: 'https://other.test' })
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(made).toEqual({
      client_id: expect.any(String),
      client_type: 'confidential',
      client_name: 'Other application',
      client_uri: 'https://other.test',
      redirect_uris: [callback],
      token_endpoint_auth_method: 'client_secret_basic',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      registration_type: 'manual',
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    })
    expect((await oauth.getClient(made.client_id)).data).toEqual(made)
  })

  it.each([
    ['javascript:alert(1)', "scheme 'javascript' is not allowed for security reasons"],
    ['http://app.other.test/callback', 'HTTP scheme only allowed for localhost'],
    ['https://app.other.test/#there', 'fragment not allowed in redirect URI'],
    ['mailto:ana@north.test', 'must have scheme and host'],
    ['/callback', 'invalid URL format'],
    ['https://app.other.test/a,https://evil.test', 'invalid URL format'],
    ['', 'redirect URI cannot be empty'],
  ])('sends nobody to %s', async (uri, fault) => {
    const { error } = await oauth.createClient({ client_name: 'Evil', redirect_uris: [uri] })
    expect(error).toMatchObject({
      status: 400,
      code: 'validation_failed',
      message: `invalid redirect_uri '${uri}': ${fault}`,
    })
  })

  it.each([
    [{ redirect_uris: [] }, 'redirect_uris is required'],
    [{ redirect_uris: Array.from({ length: 11 }, () => callback) }, 'redirect_uris cannot exceed 10 items'],
    [{ grant_types: ['password'] }, /^grant_types must only contain/],
    [{ client_name: 'n'.repeat(1025) }, 'client_name cannot exceed 1024 characters'],
    [{ client_uri: 'javascript:alert(1)' }, 'client_uri must be a valid URL'],
    [{ token_endpoint_auth_method: 'private_key_jwt' }, /^token_endpoint_auth_method must be one of/],
    [{ client_type: 'secret' }, "client_type must be 'public' or 'confidential'"],
    [{ client_type: 'public', token_endpoint_auth_method: 'client_secret_post' }, /is inconsistent with/],
  ])('is refused with %o', async (fields, words) => {
    const body = { client_name: 'Other application', redirect_uris: [callback], ...fields }
    const refused = await call('POST', '/admin/oauth/clients', { token: engine.serviceRoleKey, body })
    expect(refused).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    expect(refused.body.message).toEqual(typeof words === 'string' ? words : expect.stringMatching(words))
  })

  it('keeps its kind, and changes by what is asked for alone', async () => {
    const { client_id: id } = await otherApplication()
    expect((await oauth.updateClient(id, { token_endpoint_auth_method: 'none' })).error?.message).toMatch(
      /is not valid for client_type 'confidential'/,
    )
    expect((await oauth.updateClient(id, {})).error?.message).toBe('No fields provided for update')
    const changed = await oauth.updateClient(id, { token_endpoint_auth_method: 'client_secret_post' })
    expect(changed.data).toMatchObject({ client_name: 'Other application', redirect_uris: [callback] })
    const open = await otherApplication({ token_endpoint_auth_method: 'none' })
    expect(open).toMatchObject({ client_type: 'public' })
    expect((await oauth.regenerateClientSecret(open.client_id)).error?.message).toBe(
      'Cannot regenerate secret for public client',
    )
  })

  it('is nobody else’s business', async () => {
    const { session } = await signedInPerson('ana')
    for (const token of [engine.anonKey, session.access_token]) {
      expect((await call('GET', '/admin/oauth/clients', { token })).status).toBe(403)
    }
    for (const id of [randomUUID(), 'acme']) {
      expect((await oauth.getClient(id)).error?.status).toBe(id === 'acme' ? 400 : 404)
    }
    for (const client of [browser(), admin]) {
      const { data, error } = await client.schema('auth').from('oauth_clients').select()
      expect([data, error?.code]).toEqual([null, 'PGRST106'])
    }
  })
})
