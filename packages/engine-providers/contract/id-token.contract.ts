import { createHash, randomUUID } from 'node:crypto'
import {
  browser,
  call,
  claimsOf,
  confirmedPerson,
  identityProvider,
  mintIdToken,
  newAddress,
  newestMailTo,
  signInWith,
  stranger,
} from 'engine/testing/contract'
import { describe, expect, it } from 'vitest'

const hashed = (nonce: string) => createHash('sha256').update(nonce).digest('hex')

const exchange = (body: Record<string, unknown>) => call('POST', '/token?grant_type=id_token', { body })

const secondsFromNow = (seconds: number) => Math.floor(Date.now() / 1000) + seconds

describe('an ID token', () => {
  it('signs in, and finds the account that the provider’s page leads to', async () => {
    const ana = stranger('ana')
    const nonce = randomUUID()
    const token = await mintIdToken({ ...ana, nonce: hashed(nonce) })
    const { data, error } = await browser().auth.signInWithIdToken({ provider: 'keycloak', token, nonce })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email: ana.email, app_metadata: { provider: 'keycloak' } })
    expect(claimsOf(data.session ?? { access_token: '' }).amr).toMatchObject([{ method: 'oauth' }])
    const { fragment } = await signInWith(ana)
    expect(claimsOf({ access_token: fragment.access_token ?? '' }).sub).toBe(data.user?.id)
  })

  it('for one of the project’s own phone apps counts too', async () => {
    const token = await mintIdToken({ ...stranger('ben'), aud: 'acme-phone' })
    const { status, body } = await exchange({ provider: 'keycloak', id_token: token })
    expect(status).toBe(200)
    expect(body).toMatchObject({ token_type: 'bearer', user: { role: 'authenticated' } })
  })

  it('may come with the name of its issuer', async () => {
    const token = await mintIdToken(stranger('cleo'))
    const issuer = { issuer: identityProvider, client_id: 'acme' }
    expect(await exchange({ ...issuer, id_token: token })).toMatchObject({ status: 200 })
  })

  it('may come with an access token, which then has to be the one it was issued with', async () => {
    const ours = 'the access token'
    const at_hash = createHash('sha256').update(ours).digest().subarray(0, 16).toString('base64url')
    const token = await mintIdToken({ ...stranger('dora'), at_hash })
    const body = { provider: 'keycloak', id_token: token }
    expect(await exchange({ ...body, access_token: ours })).toMatchObject({ status: 200 })
    expect(await exchange({ ...body, access_token: 'another' })).toMatchObject({
      status: 400,
      body: { error: 'invalid request', error_description: 'Bad ID token' },
    })
  })

  it.each([
    ['of another app', { aud: 'somebody-elses-app' }, 'Unacceptable audience in id_token: [somebody-elses-app]'],
    ['of another app and ours', { aud: ['other', 'acme'] }, 'Unacceptable audience in id_token: [other acme]'],
    ['made for another app', { azp: 'other' }, 'Unacceptable audience in id_token: [acme]'],
    ['that is over', { exp: secondsFromNow(-120), iat: secondsFromNow(-600) }, 'Bad ID token'],
    ['that has not begun', { nbf: secondsFromNow(600) }, 'Bad ID token'],
    ['of another issuer', { iss: 'https://evil.example' }, 'Bad ID token'],
    ['of nobody', { sub: undefined }, 'Missing sub claim in id_token'],
    ['with a nonce that nobody shows', { nonce: 'x' }, 'Passed nonce and nonce in id_token should either both exist'],
  ])('%s is refused', async (_, claims, description) => {
    const token = await mintIdToken({ ...stranger('thief'), ...claims })
    expect(await exchange({ provider: 'keycloak', id_token: token })).toMatchObject({
      status: 400,
      body: { error: 'invalid request', error_description: expect.stringContaining(description) },
    })
  })

  it('with another nonce is refused', async () => {
    const token = await mintIdToken({ ...stranger('thief'), nonce: hashed('one') })
    expect(await exchange({ provider: 'keycloak', id_token: token, nonce: 'other' })).toMatchObject({
      status: 400,
      body: { error: 'invalid nonce', error_description: 'Nonces mismatch' },
    })
  })

  it('that somebody else signed is refused, and one that nobody signed', async () => {
    const forged = await mintIdToken(stranger('thief'), { forged: true })
    const [, payload] = (await mintIdToken(stranger('thief'))).split('.')
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
    for (const token of [forged, unsigned, 'no token at all']) {
      expect(await exchange({ provider: 'keycloak', id_token: token })).toMatchObject({
        status: 400,
        body: { error_description: 'Bad ID token' },
      })
    }
  })

  it.each([
    [{}, { error: 'invalid request', error_description: 'id_token required' }],
    [{ id_token: 'x' }, { error: 'invalid request', error_description: 'provider or client_id and issuer required' }],
    [
      { id_token: 'x', provider: 'google' },
      { code: 'provider_disabled', message: 'Provider (issuer "https://accounts.google.com") is not enabled' },
    ],
    [
      { id_token: 'x', provider: 'github' },
      { code: 'validation_failed', message: 'Custom OIDC provider "github" not allowed' },
    ],
    [
      { id_token: 'x', provider: 'nobody' },
      { code: 'validation_failed', message: 'Custom OIDC provider "nobody" not allowed' },
    ],
  ])('%o is refused', async (body, refusal) => {
    expect(await exchange(body)).toMatchObject({ status: 400, body: refusal })
  })

  it('with an address that the provider has not verified leads to nobody’s account', async () => {
    const { email } = await confirmedPerson('emma')
    const token = await mintIdToken(stranger('thief', { email, verified: false }))
    const taken = await browser().auth.signInWithIdToken({ provider: 'keycloak', token })
    expect(taken.error).toMatchObject({ status: 422, code: 'provider_email_needs_verification' })

    const free = newAddress('fred')
    const own = await mintIdToken(stranger('fred', { email: free, verified: false }))
    const waiting = await browser().auth.signInWithIdToken({ provider: 'keycloak', token: own })
    expect(waiting.error).toMatchObject({ status: 422, code: 'provider_email_needs_verification' })
    expect((await newestMailTo(free)).subject).toBe('Confirm your email address')
  })
})
