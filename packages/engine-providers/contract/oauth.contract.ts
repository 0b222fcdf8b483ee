import {
  app,
  authorize,
  browser,
  call,
  claimsOf,
  engine,
  identityProvider,
  newAddress,
  onGitHub,
  signInWith,
  stranger,
  userOf,
} from 'engine/testing/contract'
import { describe, expect, it } from 'vitest'

describe('signing in by a provider', () => {
  it('brings the session and the provider’s token in the fragment', async () => {
    const ana = stranger('ana')
    const { location, query, fragment } = await signInWith(ana)
    expect(location.href).toMatch(`${app}#`)
    expect(query).toEqual({})
    expect(fragment).toEqual({
      access_token: expect.any(String),
      expires_at: expect.stringMatching(/^\d+$/),
      expires_in: '3600',
      provider_token: expect.any(String),
      refresh_token: expect.any(String),
      sb: '',
      token_type: 'bearer',
    })
    const client = browser()
    const { access_token = '', refresh_token = '' } = fragment
    const { data } = await client.auth.setSession({ access_token, refresh_token })
    expect(data.user).toMatchObject({
      email: ana.email,
      app_metadata: { provider: 'keycloak', providers: ['keycloak'] },
      user_metadata: { name: 'ana', full_name: 'ana', avatar_url: ana.picture, email_verified: true },
      email_confirmed_at: expect.any(String),
      identities: [
        {
          id: ana.sub,
          provider: 'keycloak',
          email: ana.email,
          identity_data: { iss: identityProvider, sub: ana.sub, provider_id: ana.sub, phone_verified: false },
        },
      ],
    })
    expect(claimsOf({ access_token }).amr).toMatchObject([{ method: 'oauth' }])
  })

  it('with PKCE brings a code, which only the app that asked can use, once', async () => {
    const client = browser('pkce')
    const { query, fragment } = await signInWith(stranger('ben'), { client, redirectTo: `${app}?campaign=spring` })
    expect(query).toEqual({ campaign: 'spring', code: expect.any(String) })
    expect(fragment).toEqual({})
    const code = query.code ?? ''
    const guess = { auth_code: code, code_verifier: 'guess' }
    expect(await call('POST', '/token?grant_type=pkce', { body: guess })).toMatchObject({
      status: 400,
      body: { code: 'bad_code_verifier' },
    })
    const { data, error } = await client.auth.exchangeCodeForSession(code)
    expect(error).toBeNull()
    expect(data.session).toMatchObject({ provider_token: expect.any(String), user: { role: 'authenticated' } })
    expect(await call('POST', '/token?grant_type=pkce', { body: guess })).toMatchObject({ status: 404 })
  })

  it('finds the same account again, with what the provider says now', async () => {
    const cleo = stranger('cleo')
    const first = await userOf((await signInWith(cleo)).fragment)
    const moved = { ...cleo, name: 'Cleo South', email: newAddress('cleo-moved') }
    const second = await userOf((await signInWith(moved)).fragment)
    expect(second.id).toBe(first.id)
    expect(second.email).toBe(cleo.email)
    expect(second.user_metadata).toMatchObject({ full_name: 'Cleo South' })
    expect(second.identities).toMatchObject([{ identity_data: { email: moved.email } }])
  })

  it('asks GitHub for the address, since its tokens say nothing', async () => {
    const dora = stranger('dora')
    const github = onGitHub(dora, [{ email: newAddress('other'), primary: false, verified: true }])
    const user = await userOf((await signInWith(github, { provider: 'github' })).fragment)
    expect(user).toMatchObject({
      email: dora.email,
      user_metadata: { user_name: 'dora', preferred_username: 'dora', provider_id: github.sub },
      app_metadata: { provider: 'github' },
    })
  })

  it('hands the app’s scopes and parameters to the provider, and nothing that is ours', async () => {
    const { status, location } = await authorize({
      provider: 'keycloak',
      scopes: 'calendar offline_access',
      prompt: 'consent',
      client_id: 'somebody-else',
      redirect_uri: 'https://evil.example/',
      state: 'chosen',
      response_type: 'token',
      redirect_to: app,
    })
    expect(status).toBe(302)
    expect(location.origin).toBe(identityProvider)
    expect(Object.fromEntries(location.searchParams)).toEqual({
      client_id: 'acme',
      redirect_uri: `${engine.url}/auth/v1/callback`,
      response_type: 'code',
      scope: 'openid email profile calendar offline_access',
      prompt: 'consent',
      state: expect.stringMatching(/^[0-9a-f-]{36}$/),
      nonce: expect.any(String),
      code_challenge: expect.any(String),
      code_challenge_method: 'S256',
    })
  })

  it('is offered for the providers that are configured', async () => {
    const { body } = await call('GET', '/settings')
    expect(body.external).toMatchObject({ keycloak: true, github: true, google: false, azure: false })
  })

  it.each([
    ['one that is switched off', { provider: 'google' }, 'Unsupported provider: provider is not enabled'],
    ['one that nobody knows', { provider: 'nobody' }, 'Unsupported provider: Provider nobody could not be found'],
    [
      'one with a borrowed name',
      { provider: 'toString' },
      'Unsupported provider: Provider toString could not be found',
    ],
    ['none', {}, 'Unsupported provider: Provider  could not be found'],
    ['half a PKCE pair', { provider: 'keycloak', code_challenge: 'x'.repeat(43) }, 'PKCE flow requires'],
  ])('refuses %s', async (_, query, message) => {
    const response = await fetch(`${engine.url}/auth/v1/authorize?${new URLSearchParams(query)}`, {
      redirect: 'manual',
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error_code: 'validation_failed',
      msg: expect.stringContaining(message),
    })
  })
})
