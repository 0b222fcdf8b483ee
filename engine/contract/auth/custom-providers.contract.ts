import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { hintFor } from '../../testing/identity-provider.ts'
import { engine } from '../engine.ts'
import { admin, browser, call, claimsOf, newAddress } from './people.ts'
import { browse, identityProvider, mintIdToken, signInWith, stranger } from './providers.ts'

const { customProviders } = admin.auth.admin

const newIdentifier = (name: string) => `custom:${name}-${randomUUID().slice(0, 8)}` as const

async function addAcme(changes: Record<string, unknown> = {}) {
  const identifier = newIdentifier('acme')
  const { data, error } = await customProviders.createProvider({
    provider_type: 'oidc',
    identifier,
    name: 'Acme',
    client_id: 'acme',
    client_secret: 'a secret of two',
    scopes: ['email', 'profile'],
    issuer: identityProvider,
    ...changes,
  })
  if (error) throw error
  return { identifier, data }
}

async function signInBy(identifier: string, queryParams: Record<string, string>) {
  const query = new URLSearchParams({
    provider: identifier,
    redirect_to: 'https://one.example.com/portal/in',
    ...queryParams,
  })
  return browse(`${engine.url}/auth/v1/authorize?${query}`)
}

describe('a provider that an administrator added', () => {
  it('is found again, without its secret', async () => {
    const { identifier, data } = await addAcme({
      acceptable_client_ids: ['phone'],
      custom_claims_allowlist: ['groups'],
    })
    expect(data).toEqual({
      id: expect.any(String),
      provider_type: 'oidc',
      identifier,
      name: 'Acme',
      client_id: 'acme',
      acceptable_client_ids: ['phone'],
      scopes: ['openid', 'email', 'profile'],
      custom_claims_allowlist: ['groups'],
      pkce_enabled: true,
      attribute_mapping: {},
      authorization_params: {},
      enabled: true,
      email_optional: false,
      issuer: identityProvider,
      skip_nonce_check: false,
      discovery_document: expect.objectContaining({ issuer: identityProvider, token_endpoint: expect.any(String) }),
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    })
    expect((await customProviders.getProvider(identifier)).data).toEqual(data)
    const listed = await customProviders.listProviders({ type: 'oidc' })
    expect(listed.data.providers).toContainEqual(data)
    const others = await customProviders.listProviders({ type: 'oauth2' })
    expect(others.data.providers.map((provider) => provider.identifier)).not.toContain(identifier)
  })

  it('signs people in by its page, and by its ID tokens', async () => {
    const { identifier } = await addAcme({ authorization_params: { prompt: 'login' } })
    const ana = stranger('ana')
    const { fragment } = await signInBy(identifier, { login_hint: hintFor(ana) })
    const claims = claimsOf({ access_token: fragment.access_token ?? '' })
    expect(claims).toMatchObject({ email: ana.email, app_metadata: { provider: identifier } })
    const token = await mintIdToken(ana)
    const { data, error } = await browser().auth.signInWithIdToken({ provider: identifier, token })
    expect(error).toBeNull()
    expect(data.user?.id).toBe(claims.sub)
  })

  it('speaks plain OAuth, too, in words of its own', async () => {
    const identifier = newIdentifier('forge')
    const github = `${identityProvider}/github`
    const { error } = await customProviders.createProvider({
      provider_type: 'oauth2',
      identifier,
      name: 'Forge',
      client_id: 'acme',
      client_secret: 'a secret of two',
      authorization_url: `${github}/login/oauth/authorize`,
      token_url: `${github}/login/oauth/access_token`,
      userinfo_url: `${github}/api/v3/user`,
      attribute_mapping: { sub: 'id', email: 'mail', nickname: 'login' },
      custom_claims_allowlist: ['team'],
    })
    expect(error).toBeNull()
    const mail = newAddress('ben')
    const user = { id: 4711, login: 'ben', mail, email_verified: true, team: 'north', secret: 'of the provider' }
    const { fragment } = await signInBy(identifier, { login: hintFor({ sub: '4711', user }) })
    const { data } = await browser().auth.getUser(fragment.access_token ?? '')
    expect(data.user).toMatchObject({ email: mail, identities: [{ id: '4711', provider: identifier }] })
    expect(data.user?.user_metadata).toMatchObject({ nickname: 'ben', custom_claims: { team: 'north' } })
    expect(JSON.stringify(data.user)).not.toContain('of the provider')
  })

  it('changes, is switched off, and goes', async () => {
    const { identifier } = await addAcme()
    const changed = await customProviders.updateProvider(identifier, { name: 'Acme & Sons', scopes: ['email'] })
    expect(changed.data).toMatchObject({ name: 'Acme & Sons', scopes: ['openid', 'email'], issuer: identityProvider })
    const { fragment } = await signInBy(identifier, { login_hint: hintFor(stranger('cleo')) })
    expect(fragment).toHaveProperty('access_token')

    await customProviders.updateProvider(identifier, { enabled: false })
    const refused = await fetch(`${engine.url}/auth/v1/authorize?provider=${identifier}`, { redirect: 'manual' })
    expect(await refused.json()).toMatchObject({ msg: 'Unsupported provider: provider is not enabled' })

    expect((await customProviders.deleteProvider(identifier)).error).toBeNull()
    const gone = { status: 404, code: 'provider_not_found', message: 'Custom OAuth provider not found' }
    expect((await customProviders.getProvider(identifier)).error).toMatchObject(gone)
    expect((await customProviders.deleteProvider(identifier)).error).toMatchObject(gone)
  })

  it('has a name that is its own, and not one of config.toml', async () => {
    const { identifier } = await addAcme()
    await expect(addAcme({ identifier })).rejects.toMatchObject({ status: 400, code: 'conflict' })
    await expect(addAcme({ identifier: 'keycloak' })).rejects.toThrow("identifier must start with 'custom:' prefix")
  })

  it.each([
    [{ provider_type: 'saml' }, "provider_type must be either 'oauth2' or 'oidc'"],
    [{ name: '' }, 'name is required'],
    [{ client_secret: '' }, 'client_secret is required'],
    [{ issuer: '' }, 'issuer is required for OIDC providers'],
    [{ provider_type: 'oauth2' }, 'authorization_url is required for OAuth2 providers'],
    [{ issuer: 'http://issuer.example' }, 'issuer must be a HTTPS URL'],
    [{ issuer: `${identityProvider}/nowhere` }, 'cannot be used'],
    [
      { issuer: 'https://issuer.example', discovery_url: `${identityProvider}/.well-known/openid-configuration` },
      'cannot be used',
    ],
    [{ attribute_mapping: { email_verified: 'yes' } }, 'Cannot map to protected system field: email_verified'],
    [{ attribute_mapping: { role: 'role' } }, 'Cannot map to protected system field: role'],
    [{ authorization_params: { redirect_uri: 'x' } }, 'Cannot override reserved OAuth parameter: redirect_uri'],
    [{ authorization_params: { max_age: 1 } }, 'Authorization parameter "max_age" must be a string'],
  ])('is refused with %o', async (changes, message) => {
    await expect(addAcme(changes)).rejects.toMatchObject({
      status: 400,
      code: 'validation_failed',
      message: expect.stringContaining(message),
    })
  })

  it('is nobody else’s business', async () => {
    expect(await call('GET', '/admin/custom-providers', { token: engine.anonKey })).toMatchObject({ status: 403 })
  })

  it('leaves the accounts of others alone', async () => {
    const { identifier } = await addAcme()
    const dora = stranger('dora')
    const first = claimsOf({ access_token: (await signInWith(dora)).fragment.access_token ?? '' })
    const thief = { ...stranger('thief', { email: dora.email, verified: false }) }
    const { query } = await signInBy(identifier, { login_hint: hintFor(thief) })
    expect(query.error_code).toBe('provider_email_needs_verification')
    const again = await signInBy(identifier, { login_hint: hintFor(dora) })
    expect(claimsOf({ access_token: again.fragment.access_token ?? '' }).sub).toBe(first.sub)
  })
})
