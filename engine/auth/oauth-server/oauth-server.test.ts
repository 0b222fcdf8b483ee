import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { cleanUp } from '../clean-up.ts'
import { createTestBed, type ServiceOptions } from '../testing/test-bed.ts'
import { insertClient } from './client.ts'
import { newClient } from './client-fields.ts'

const bed = await createTestBed()

const on = '[auth.oauth_server]\nenabled = true\n'
const redirectUri = 'https://app.other.test/callback'
const verifier = 'v'.repeat(43)
const challenge = createHash('sha256').update(verifier).digest('base64url')

/** A service with an application that needs no secret, and somebody who is signed in. */
async function scene(email: string, options: ServiceOptions = {}) {
  const service = await bed.service({ toml: on, ...options })
  await service.confirmed(email)
  const { access_token: token } = (await service.signIn(email)).body
  const fields = newClient({ redirect_uris: [redirectUri], client_type: 'public' }, 'manual')
  const id = (await bed.transaction((tx) => insertClient(tx, fields))).client?.id ?? ''
  const query = new URLSearchParams({
    client_id: id,
    redirect_uri: redirectUri,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  })
  const ask = () => service.call('GET', `/oauth/authorize?${query}`)
  const redeem = (code: string) =>
    service.call('POST', '/oauth/token', {
      body: { grant_type: 'authorization_code', client_id: id, code, code_verifier: verifier },
    })
  return { service, token, ask, redeem }
}

const nameIn = ({ headers }: { headers: Record<string, unknown> }) =>
  new URL(String(headers.location)).searchParams.get('authorization_id') ?? ''

const letTimePass = (name: string) =>
  bed.sql(
    `update auth.oauth_authorizations
        set created_at = created_at - interval '11 minutes', expires_at = expires_at - interval '11 minutes'
      where authorization_id = $1`,
    [name],
  )

it('does not exist unless the project switches it on; the keys can be found all the same', async () => {
  const service = await bed.service()
  for (const [method, path] of [
    ['GET', '/oauth/authorize'],
    ['POST', '/oauth/token'],
    ['POST', '/oauth/clients/register'],
    ['GET', '/.well-known/oauth-authorization-server'],
  ] as const) {
    expect((await service.call(method, path, { body: {} })).status, path).toBe(404)
  }
  expect((await service.call('GET', '/.well-known/openid-configuration')).body).toEqual({
    issuer: 'http://localhost:3000/auth/v1',
    jwks_uri: 'http://localhost:3000/auth/v1/.well-known/jwks.json',
  })
})

it('lets applications register themselves only where the project says so', async () => {
  const service = await bed.service({ toml: on })
  const asked = { body: { redirect_uris: [redirectUri] } }
  expect(await service.call('POST', '/oauth/clients/register', asked)).toMatchObject({
    status: 403,
    body: { code: 'oauth_dynamic_client_registration_disabled' },
  })
  expect((await service.call('GET', '/.well-known/openid-configuration')).body).not.toHaveProperty(
    'registration_endpoint',
  )
})

it('asks on the page that the project names', async () => {
  const { ask } = await scene('ana@north.test', { toml: `${on}authorization_url_path = "let-in"\n` })
  expect(String((await ask()).headers.location)).toMatch(
    /^http:\/\/localhost:3000\/let-in\?authorization_id=[\w-]{32}$/,
  )
})

describe('ten minutes after an application asked', () => {
  it('its question is over', async () => {
    const { service, token, ask } = await scene('ben@north.test')
    const name = nameIn(await ask())
    await letTimePass(name)
    const late = await service.call('GET', `/oauth/authorizations/${name}`, { token })
    expect(late).toMatchObject({ status: 404, body: { code: 'oauth_authorization_not_found' } })
  })

  it('its code is over; a day later nothing of it is left', async () => {
    const { service, token, ask, redeem } = await scene('cleo@north.test')
    const name = nameIn(await ask())
    await service.call('GET', `/oauth/authorizations/${name}`, { token })
    const answer = { token, body: { action: 'approve' } }
    const { body } = await service.call('POST', `/oauth/authorizations/${name}/consent`, answer)
    const code = new URL(body.redirect_url).searchParams.get('code') ?? ''
    expect(await bed.sql('select from auth.oauth_authorizations where authorization_code = $1', [code])).toEqual([])
    await letTimePass(name)
    expect((await redeem(code)).body).toEqual({
      error: 'invalid_grant',
      error_description: 'Authorization code has expired',
    })
    await bed.sql(
      `update auth.oauth_authorizations set created_at = now() - interval '2 days',
                          expires_at = now() - interval '25 hours' where authorization_id = $1`,
      [name],
    )
    await cleanUp(service.scope)
    expect(await bed.sql('select from auth.oauth_authorizations where authorization_id = $1', [name])).toEqual([])
  })
})

it('does not let in an application for somebody who was banned meanwhile', async () => {
  const { service, token, ask, redeem } = await scene('abe@north.test')
  const name = nameIn(await ask())
  await service.call('GET', `/oauth/authorizations/${name}`, { token })
  const { body } = await service.call('POST', `/oauth/authorizations/${name}/consent`, {
    token,
    body: { action: 'approve' },
  })
  await bed.sql(`update auth.users set banned_until = now() + interval '1 day' where email = 'abe@north.test'`)
  const code = new URL(body.redirect_url).searchParams.get('code') ?? ''
  expect((await redeem(code)).body).toMatchObject({ error: 'invalid_grant' })
})

it('counts registrations by network address', async () => {
  const service = await bed.service({ toml: `${on}allow_dynamic_registration = true\n`, rateLimits: true })
  const register = () => service.call('POST', '/oauth/clients/register', { body: { redirect_uris: [redirectUri] } })
  const statuses = []
  for (let i = 0; i < 11; i++) statuses.push((await register()).status)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 201), 429])
})
