import {
  app,
  authorize,
  browser,
  engine,
  hintFor,
  identityProvider,
  newAddress,
  newestMailTo,
  onGitHub,
  openLink,
  password,
  redirectOf,
  signInWith,
  stranger,
} from 'engine/testing/contract'
import { describe, expect, it } from 'vitest'

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
