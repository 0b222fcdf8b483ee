import {
  admin,
  app,
  browse,
  browser,
  call,
  claimsOf,
  confirmedPerson,
  hintFor,
  mailsTo,
  mintIdToken,
  newestMailTo,
  password,
  signedInPerson,
  signInWith,
  stranger,
} from 'engine/testing/contract'
import { describe, expect, it } from 'vitest'

describe('people who are signed in', () => {
  it('link one more way in, and take it away again', async () => {
    const { client, user, email } = await signedInPerson('ana')
    const other = stranger('ana-at-work')
    const { fragment } = await linkBy(client, other)
    expect(claimsOf({ access_token: fragment.access_token ?? '' }).sub).toBe(user.id)

    const { data } = await client.auth.getUserIdentities()
    expect(data?.identities.map(({ provider }) => provider)).toEqual(['email', 'keycloak'])
    const [, linked] = data?.identities ?? []
    expect(linked).toMatchObject({ id: other.sub, identity_id: expect.any(String), email: other.email })
    expect((await signInWith(other)).fragment).toHaveProperty('access_token')

    const { data: answer, error } = await client.auth.unlinkIdentity(linked ?? expect.fail('nothing is linked'))
    expect(error).toBeNull()
    expect(answer).toEqual({})
    const { data: after } = await client.auth.getUser()
    expect(after.user).toMatchObject({ email, app_metadata: { provider: 'email', providers: ['email'] } })
    expect(after.user?.identities).toHaveLength(1)
  })

  it('link with PKCE as well', async () => {
    const email = (await confirmedPerson('ben')).email
    const client = browser('pkce')
    const { data } = await client.auth.signInWithPassword({ email, password })
    const { query } = await linkBy(client, stranger('ben-at-work'))
    const session = await client.auth.exchangeCodeForSession(query.code ?? '')
    expect(session.data.user?.id).toBe(data.user?.id)
    expect(session.data.user?.identities).toHaveLength(2)
  })

  it('link by an ID token', async () => {
    const { client, user } = await signedInPerson('cleo')
    const token = await mintIdToken(stranger('cleo-at-work'))
    const { data, error } = await client.auth.linkIdentity({ provider: 'keycloak', token })
    expect(error).toBeNull()
    expect(data.user?.id).toBe(user.id)
    expect(data.user?.identities).toHaveLength(2)
    const nobody = await call('POST', '/token?grant_type=id_token', {
      body: { provider: 'keycloak', id_token: token, link_identity: true },
    })
    expect(nobody).toMatchObject({ status: 401, body: { code: 'no_authorization' } })
  })

  it('cannot link what is linked already, to themselves or to somebody else', async () => {
    const { client } = await signedInPerson('dora')
    const taken = stranger('emma')
    await signInWith(taken)
    const refusal = { error: 'server_error', error_code: 'identity_already_exists' }
    expect((await linkBy(client, taken)).query).toEqual({
      ...refusal,
      error_description: 'Identity is already linked to another user',
    })
    const own = stranger('dora-at-work')
    await linkBy(client, own)
    expect((await linkBy(client, own)).query).toEqual({ ...refusal, error_description: 'Identity is already linked' })
  })

  it('gain nobody’s account by an address that they linked but never verified', async () => {
    const { client, user } = await signedInPerson('mallory')
    const victim = stranger('victim')
    await linkBy(client, stranger('mallory', { email: victim.email, verified: false }))
    const { fragment } = await signInWith(victim)
    expect(claimsOf({ access_token: fragment.access_token ?? '' }).sub).not.toBe(user.id)
  })

  it('cannot take away the last way in, nor somebody else’s', async () => {
    const { client, session, user } = await signedInPerson('fred')
    const [own] = user.identities ?? []
    const last = await client.auth.unlinkIdentity(own ?? expect.fail('no identity'))
    expect(last.error).toMatchObject({
      status: 422,
      code: 'single_identity_not_deletable',
      message: 'User must have at least 1 identity after unlinking',
    })
    await linkBy(client, stranger('fred-at-work'))
    const { user: other } = await signedInPerson('gina')
    const { access_token: token } = session
    const remove = (id = '') => call('DELETE', `/user/identities/${id}`, { token })
    expect(await remove(other.identities?.[0]?.identity_id)).toMatchObject({
      status: 422,
      body: { code: 'identity_not_found', message: "Identity doesn't exist" },
    })
    expect(await remove('none')).toMatchObject({
      status: 404,
      body: { code: 'validation_failed', message: 'identity_id must be an UUID' },
    })
  })

  it('go by the address of the way in that is left', async () => {
    const { client, user, email } = await signedInPerson('hugo')
    const other = stranger('hugo-at-work')
    await linkBy(client, other)
    await client.auth.resetPasswordForEmail(email)
    const { link } = await newestMailTo(email)
    await client.auth.unlinkIdentity(user.identities?.[0] ?? expect.fail('no identity'))
    const { data } = await admin.auth.admin.getUserById(user.id)
    expect(data.user).toMatchObject({ email: other.email, app_metadata: { providers: ['keycloak'] } })
    expect(await mailsTo(other.email)).toHaveLength(0)
    const spent = await fetch(link, { redirect: 'manual' })
    expect(spent.headers.get('location')).toContain('otp_expired')
  })

  it('keep one way in when two are taken away at once', async () => {
    const { client, session, user } = await signedInPerson('ida')
    await linkBy(client, stranger('ida-at-work'))
    const { data } = await client.auth.getUserIdentities()
    const { access_token: token } = session
    const answers = await Promise.all(
      (data?.identities ?? []).map(({ identity_id: id }) => call('DELETE', `/user/identities/${id}`, { token })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    expect((await admin.auth.admin.getUserById(user.id)).data.user?.identities).toHaveLength(1)
  })
})

/** Links another identity by signing in to its provider. */
async function linkBy(client: ReturnType<typeof browser>, who: ReturnType<typeof stranger>) {
  const { data, error } = await client.auth.linkIdentity({
    provider: 'keycloak',
    options: { redirectTo: app, queryParams: { login_hint: hintFor(who) } },
  })
  if (error) throw error
  return browse(data.url)
}
