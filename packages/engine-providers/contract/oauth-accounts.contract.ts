import {
  admin,
  app,
  browser,
  confirmedPerson,
  mailsTo,
  newAddress,
  newestMailTo,
  onGitHub,
  openLink,
  password,
  signIn,
  signInWith,
  stranger,
  userOf,
} from 'engine/testing/contract'
import { describe, expect, it } from 'vitest'

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
