import { createTestBed } from 'engine/testing/features'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterEach, describe, expect, it, vi } from 'vitest'

const bed = await createTestBed()
const toml = ['google', 'azure']
  .map((name) => `[auth.external.${name}]\nenabled = true\nclient_id = "ours"\nsecret = "secret"`)
  .join('\n')
const service = await bed.service({ toml })
const keys = await generateKeyPair('RS256', { extractable: true })
const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }

const idToken = (claims: Record<string, unknown>) =>
  new SignJWT({ aud: 'ours', ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: 'one' })
    .setIssuedAt()
    .setExpirationTime('1m')
    .sign(keys.privateKey)

/**
 * Replaces the network by an OpenID Connect provider at this address, which names `issuer` in its discovery document.
 */
function provider(address: string, issuer: string) {
  const description = {
    issuer,
    authorization_endpoint: `${address}/authorize`,
    token_endpoint: `${address}/token`,
    jwks_uri: `${address}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['pairwise'],
    id_token_signing_alg_values_supported: ['RS256'],
  }
  const says: { token: Record<string, unknown> } = { token: {} }
  const answers: Record<string, () => unknown> = {
    [`${address}/.well-known/openid-configuration`]: () => description,
    [`${address}/keys`]: () => ({ keys: [jwk] }),
    [`${address}/token`]: async () => ({
      access_token: 'theirs',
      token_type: 'Bearer',
      id_token: await idToken(says.token),
    }),
  }
  vi.stubGlobal('fetch', async (asked: string | URL | Request) => {
    const answer = answers[String(asked instanceof Request ? asked.url : asked)]
    return answer ? Response.json(await answer()) : expect.fail(`Nobody is at ${asked}.`)
  })
  return says
}
afterEach(() => void vi.unstubAllGlobals())

/** Signs in at a provider that returns these claims. Returns the URL of its sign-in page and the result. */
async function signIn(
  name: string,
  says: { token: Record<string, unknown> },
  claims: Record<string, unknown>,
  at = service,
) {
  const departure = await at.call('GET', `/authorize?provider=${name}`)
  const page = new URL(String(departure.headers.location))
  says.token = { nonce: page.searchParams.get('nonce'), ...claims }
  const back = new URLSearchParams({ code: 'theirs', state: page.searchParams.get('state') ?? '' })
  const { headers } = await at.call('GET', `/callback?${back}`)
  const fragment = new URLSearchParams(new URL(String(headers.location)).hash.slice(1))
  const { body } = await at.call('GET', '/user', { token: fragment.get('access_token') ?? '' })
  return { page, fragment, user: body }
}

it('Google signs people in, by its name alone', async () => {
  const address = 'https://accounts.google.com'
  const claims = { iss: address, sub: '1', email: 'ana@north.test', email_verified: true, hd: 'north.test' }
  const { page, user } = await signIn('google', provider(address, address), claims)
  expect(page.origin).toBe(address)
  expect(user).toMatchObject({
    email: 'ana@north.test',
    app_metadata: { provider: 'google' },
    identities: [{ provider: 'google', id: '1', identity_data: { custom_claims: { hd: 'north.test' } } }],
  })
})

it('the project’s hook is asked about somebody new whom a provider brings, and may refuse them', async () => {
  await bed.script(`do $$ begin
    create function public.only_north(event jsonb) returns jsonb language sql as $hook$
      select case when event -> 'user' ->> 'email' like '%@north.test' then '{}'::jsonb
        else '{"error": {"http_code": 403, "message": "Only the North."}}' end
    $hook$;
  end $$`)
  const hook = '[auth.hook.before_user_created]\nenabled = true\nuri = "pg-functions://postgres/public/only_north"'
  const choosy = await bed.service({ toml: `${toml}\n${hook}` })
  const address = 'https://accounts.google.com'
  const claims = (name: string) => ({ iss: address, sub: name, email: `${name}.test`, email_verified: true })
  const refused = await signIn('google', provider(address, address), claims('cleo@south'), choosy)
  expect(refused.fragment.get('error_description')).toBe('Only the North.')
  const admitted = await signIn('google', provider(address, address), claims('dora@north'), choosy)
  expect(admitted.user).toMatchObject({ email: 'dora@north.test' })
})

it('whoever links an identity is told of it by mail where the project wants that, by its page and by an ID token', async () => {
  const linking = `[auth]\nenable_manual_linking = true\n[auth.email.notification.identity_linked]\nenabled = true`
  const telling = await bed.service({ toml: `${linking}\n${toml}` })
  await telling.confirmed('links@north.test')
  const { body: session } = await telling.signIn('links@north.test')
  const token = session.access_token
  telling.mails.length = 0
  const address = 'https://accounts.google.com'
  const says = provider(address, address)
  const claims = (sub: string) => ({ iss: address, sub, email: `${sub}@links.test`, email_verified: true })

  const body = { provider: 'google', id_token: await idToken(claims('by-token')), link_identity: true }
  expect((await telling.call('POST', '/token?grant_type=id_token', { token, body })).status).toBe(200)
  const asked = '/user/identities/authorize?provider=google&skip_http_redirect=true'
  const page = new URL((await telling.call('GET', asked, { token })).body.url)
  says.token = { nonce: page.searchParams.get('nonce'), ...claims('by-page') }
  const back = new URLSearchParams({ code: 'theirs', state: page.searchParams.get('state') ?? '' })
  await telling.call('GET', `/callback?${back}`)
  const mail = { to: 'links@north.test', subject: 'A new identity has been linked' }
  expect(telling.mails).toMatchObject([mail, mail])
})

describe('Microsoft', () => {
  const address = 'https://login.microsoftonline.com/common/v2.0'
  const anyTenant = 'https://login.microsoftonline.com/{tenantid}/v2.0'
  const south = '11111111-2222-4333-8444-555555555555'
  const issuerOf = (tenant: string) => anyTenant.replace('{tenantid}', tenant)

  it('signs people of any tenant in, and its tokens name the tenant', async () => {
    const says = provider(address, anyTenant)
    const person = { sub: 'ben', email: 'ben@south.test', xms_edov: true }
    const { page, user } = await signIn('azure', says, { ...person, iss: issuerOf(south), tid: south })
    expect(page.href).toContain(`${address}/authorize?`)
    expect(user).toMatchObject({
      email: 'ben@south.test',
      app_metadata: { provider: 'azure' },
      identities: [{ provider: 'azure', identity_data: { iss: issuerOf(south), custom_claims: { tid: south } } }],
    })
  })

  it('does not speak for one tenant in the name of another', async () => {
    const says = provider(address, anyTenant)
    const { fragment } = await signIn('azure', says, { sub: 'eve', iss: issuerOf('another'), tid: south })
    expect(fragment.get('access_token')).toBeNull()
    expect(fragment.get('error')).toBe('server_error')
  })

  it('signs in by an ID token of any tenant, if it is that one’s', async () => {
    provider(address, anyTenant)
    const claims = { sub: 'cleo', email: 'cleo@south.test', xms_edov: true, tid: south }
    const grant = async (iss: string) => {
      const body = { provider: 'azure', id_token: await idToken({ ...claims, iss }) }
      return service.call('POST', '/token?grant_type=id_token', { body })
    }
    expect((await grant(issuerOf(south))).body.user).toMatchObject({ email: 'cleo@south.test' })
    expect(await grant(issuerOf('another'))).toMatchObject({
      status: 400,
      body: { error: 'invalid request', error_description: 'Bad ID token' },
    })
  })
})
