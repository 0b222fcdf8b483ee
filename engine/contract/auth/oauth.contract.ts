import { describe, expect, it } from 'vitest'
import { hintFor } from '../../testing/identity-provider.ts'
import { engine } from '../engine.ts'
import { mailsTo, newestMailTo } from '../outbox.ts'
import { admin, browser, call, claimsOf, confirmedPerson, newAddress, openLink, password, signIn } from './people.ts'
import { app, identityProvider, onGitHub, redirectOf, signInWith, stranger } from './providers.ts'

const authorize = (query: Record<string, string>) =>
  redirectOf(`${engine.url}/auth/v1/authorize?${new URLSearchParams(query)}`)

const userOf = async ({ access_token = '' }: Record<string, string>) => {
  const { data, error } = await browser().auth.getUser(access_token)
  if (error) throw error
  return data.user
}

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

describe('an account that was there before', () => {
  it('is found by the address that the provider has verified', async () => {
    const { email } = await confirmedPerson('ana')
    const ana = stranger('ana', { email })
    const user = await userOf((await signInWith(ana)).fragment)
    expect(user.app_metadata).toMatchObject({ provider: 'email', providers: ['email', 'keycloak'] })
    expect(user.identities?.map(({ provider }) => provider).sort()).toEqual(['email', 'keycloak'])
    await expect(signIn(email)).resolves.toMatchObject({ user: { id: user.id } })
  })

  it('is not found by an address that the provider has not verified, and learns nothing of it', async () => {
    const { email } = await confirmedPerson('ben')
    const mails = (await mailsTo(email)).length
    const { query, fragment } = await signInWith(stranger('thief', { email, verified: false }))
    const refusal = {
      error: 'access_denied',
      error_code: 'provider_email_needs_verification',
      error_description: 'Unverified email with keycloak. Verify the email with keycloak in order to sign in',
    }
    expect(query).toEqual(refusal)
    expect(fragment).toEqual({ ...refusal, sb: '' })
    expect((await signIn(email)).user.identities).toHaveLength(1)
    expect(await mailsTo(email)).toHaveLength(mails)
  })

  it('is not found by an unverified address beside a verified one', async () => {
    const { email } = await confirmedPerson('cleo')
    const thief = stranger('thief')
    const github = onGitHub(thief, [{ email, primary: false, verified: false }])
    const user = await userOf((await signInWith(github, { provider: 'github' })).fragment)
    expect(user.email).toBe(thief.email)
  })

  it('that a stranger made with somebody’s address is given to its owner, without the stranger’s password', async () => {
    const email = newAddress('dora')
    await browser().auth.signUp({ email, password, options: { data: { name: 'Mallory' } } })
    const { link } = await newestMailTo(email)
    const user = await userOf((await signInWith(stranger('dora', { email }))).fragment)
    expect(user.identities?.map(({ provider }) => provider)).toEqual(['keycloak'])
    expect(user.user_metadata.name).toBe('dora')
    expect((await browser().auth.signInWithPassword({ email, password })).error?.code).toBe('invalid_credentials')
    expect((await openLink(link)).fragment.error_code).toBe('otp_expired')
  })

  it('stays shut to those who are banned', async () => {
    const emma = stranger('emma')
    const { id } = await userOf((await signInWith(emma)).fragment)
    await admin.auth.admin.updateUserById(id, { ban_duration: '1h' })
    expect((await signInWith(emma)).query).toEqual({
      error: 'access_denied',
      error_code: 'user_banned',
      error_description: 'User is banned',
    })
  })
})

describe('an address that nobody verified', () => {
  it('has to be confirmed by mail first', async () => {
    const fred = stranger('fred', { verified: false })
    const { query } = await signInWith(fred)
    expect(query).toMatchObject({
      error_code: 'provider_email_needs_verification',
      error_description: expect.stringContaining('A confirmation email has been sent to your keycloak email'),
    })
    const { location, fragment } = await openLink((await newestMailTo(fred.email)).link)
    expect(location.href).toMatch(app)
    const { id, identities } = await userOf(fragment)
    expect(identities).toMatchObject([{ provider: 'keycloak', identity_data: { email_verified: true } }])
    expect((await userOf((await signInWith(fred)).fragment)).id).toBe(id)
  })

  it('is not confirmed by another one that the same person has verified', async () => {
    const victim = newAddress('victim')
    const mallory = stranger('mallory', { email: victim, verified: false })
    await signInWith(mallory)
    const own = newAddress('mallory')
    const user = await userOf((await signInWith({ ...mallory, email: own, email_verified: true })).fragment)
    expect(user.email).toBe(own)
    const owner = await userOf((await signInWith(stranger('victim', { email: victim }))).fragment)
    expect(owner.id).not.toBe(user.id)
  })
})

describe('somebody who waits with an address that is not theirs', () => {
  it.each([
    ['signs up', (client: ReturnType<typeof browser>, email: string) => client.auth.signUp({ email, password })],
    ['asks for a link', (client: ReturnType<typeof browser>, email: string) => client.auth.signInWithOtp({ email })],
    [
      'forgot a password',
      (client: ReturnType<typeof browser>, email: string) => client.auth.resetPasswordForEmail(email),
    ],
  ])('is put out when its owner %s and opens the mail', async (_, ask) => {
    const email = newAddress('owner')
    const mallory = stranger('mallory', { email, verified: false })
    await signInWith(mallory)
    await ask(browser(), email)
    const again = await signInWith(mallory)
    const { fragment } = await openLink((await newestMailTo(email)).link)
    const owner = await userOf(fragment)
    expect(owner.identities?.map(({ provider }) => provider)).toEqual(['email'])
    expect(again.fragment).not.toHaveProperty('access_token')
    expect((await signInWith(mallory)).query.error_code).toBe('provider_email_needs_verification')
  })
})

describe('a forged or broken way back', () => {
  const callback = (query: Record<string, string>, init?: RequestInit) =>
    redirectOf(`${engine.url}/auth/v1/callback?${new URLSearchParams(query)}`, init)

  it.each([
    ['without a state', {}, 'bad_oauth_callback', 'OAuth state parameter missing'],
    ['with a state that is none', { state: 'forged' }, 'bad_oauth_state', 'OAuth state parameter is invalid'],
    ['with a state of nobody', { state: crypto.randomUUID() }, 'bad_oauth_state', 'OAuth state not found or expired'],
  ])('%s leads to the site', async (_, query, code, description) => {
    const answer = await callback({ code: 'x', ...query })
    expect(answer.status).toBe(303)
    expect(answer.location.origin).toBe(new URL(engine.url).origin)
    expect(answer.query).toEqual({ error: 'invalid_request', error_code: code, error_description: description })
    expect(answer.fragment).toEqual({})
  })

  it('with a code of ours for a state is nobody’s', async () => {
    const email = newAddress('gina')
    await browser('pkce').auth.signUp({ email, password })
    const { query } = await openLink((await newestMailTo(email)).link)
    expect((await callback({ state: query.code ?? '', code: 'x' })).query.error_code).toBe('bad_oauth_state')
  })

  it('with a code that the provider never gave leads to the app, and no further', async () => {
    const { location } = await authorize({ provider: 'keycloak', redirect_to: app })
    const answer = await callback({
      state: location.searchParams.get('state') ?? '',
      code: 'forged',
      iss: identityProvider,
    })
    expect(answer.status).toBe(302)
    expect(answer.location.href).toMatch(app)
    expect(answer.query).toEqual({
      error: 'server_error',
      error_code: 'unexpected_failure',
      error_description: 'Unable to exchange external code',
    })
  })

  it('with the code of another sign-in is refused', async () => {
    const attacker = await authorize({ provider: 'github', redirect_to: app })
    const victim = onGitHub(stranger('hugo'))
    const { location } = await authorize({ provider: 'github', redirect_to: app, login: hintFor(victim) })
    const stolen = await redirectOf(location.href)
    const answer = await callback({
      state: attacker.location.searchParams.get('state') ?? '',
      code: stolen.query.code ?? '',
    })
    expect(answer.query.error_description).toBe('Unable to exchange external code')
  })

  it('a second time is refused', async () => {
    const client = browser('pkce')
    const { data } = await client.auth.signInWithOAuth({
      provider: 'github',
      options: {
        redirectTo: app,
        skipBrowserRedirect: true,
        queryParams: { login: hintFor(onGitHub(stranger('ida'))) },
      },
    })
    const provider = await redirectOf(data.url ?? '')
    const back = await redirectOf(provider.location.href)
    const first = await redirectOf(back.location.href)
    expect(first.query).toHaveProperty('code')
    expect((await redirectOf(back.location.href)).query.error_code).toBe('flow_state_already_used')
  })

  it('with the provider’s own refusal passes it on', async () => {
    const { query, fragment } = await signInWith({ ...stranger('jan'), refuses: true })
    expect(query).toEqual({ error: 'access_denied', error_description: 'They said no.' })
    expect(fragment).toMatchObject(query)
  })

  it('by a form is understood too', async () => {
    const { location } = await authorize({
      provider: 'github',
      redirect_to: app,
      login: hintFor(onGitHub(stranger('kim'))),
    })
    const back = await redirectOf(location.href)
    const answer = await redirectOf(`${engine.url}/auth/v1/callback`, {
      method: 'POST',
      body: back.location.searchParams,
    })
    expect(answer.fragment).toHaveProperty('access_token')
  })

  it.each([
    ['a foreign site', 'https://evil.example/'],
    ['a user name that looks like the app', 'https://one.example.com@evil.example/portal/welcome'],
    ['a script', 'javascript://one.example.com/portal/%0aalert(1)'],
  ])('never leads to %s', async (_, redirectTo) => {
    const { location } = await signInWith(stranger('leo'), { redirectTo })
    expect(location.origin).toBe(new URL(engine.url).origin)
    expect(location.pathname).toBe('/')
  })

  it('is not opened by looking at it', async () => {
    expect((await fetch(`${engine.url}/auth/v1/authorize?provider=keycloak`, { method: 'HEAD' })).status).toBe(404)
  })
})
