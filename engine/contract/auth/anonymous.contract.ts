import { describe, expect, it } from 'vitest'
import { newestMailTo } from '../received-mails.ts'
import { browser, call, claimsOf, confirmedPerson, newAddress, openLink, password, signIn } from './people.ts'

async function anonymousPerson(data = {}) {
  const client = browser()
  const { data: signedIn, error } = await client.auth.signInAnonymously({ options: { data } })
  if (error) throw error
  if (!signedIn.session || !signedIn.user) throw new Error('Nobody was signed in.')
  return { client, session: signedIn.session, user: signedIn.user }
}

describe('somebody anonymous', () => {
  it('is signed in at once, as nobody', async () => {
    const { session, user } = await anonymousPerson({ theme: 'dark' })
    expect(user).toMatchObject({
      is_anonymous: true,
      email: '',
      phone: '',
      role: 'authenticated',
      app_metadata: {},
      user_metadata: { theme: 'dark' },
      identities: [],
    })
    expect(claimsOf(session)).toMatchObject({
      is_anonymous: true,
      email: '',
      role: 'authenticated',
      aal: 'aal1',
      amr: [{ method: 'anonymous' }],
    })
  })

  it('is known as such to the row policies, and stays the same person through a refresh', async () => {
    const { client, user } = await anonymousPerson()
    expect((await client.rpc('who')).data.claims).toMatchObject({ is_anonymous: true, sub: user.id })
    expect((await client.auth.refreshSession()).data.user?.id).toBe(user.id)
  })

  it('is somebody new every time', async () => {
    const [one, other] = await Promise.all([anonymousPerson(), anonymousPerson()])
    expect(one.user.id).not.toBe(other.user.id)
  })

  it('becomes somebody by an address that they confirm, and keeps what is theirs', async () => {
    const { client, user } = await anonymousPerson({ theme: 'dark' })
    const email = newAddress('somebody')
    const { data, error } = await client.auth.updateUser({ email, password })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ id: user.id, is_anonymous: true, new_email: email })
    await expect(signIn(email)).rejects.toMatchObject({ code: 'invalid_credentials' })

    const { fragment } = await openLink((await newestMailTo(email)).link)
    expect(fragment).toMatchObject({ type: 'email_change', token_type: 'bearer' })
    const { user: known, session } = await signIn(email)
    expect(known).toMatchObject({
      id: user.id,
      is_anonymous: false,
      email,
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { theme: 'dark', email, email_verified: true },
      identities: [{ provider: 'email', identity_data: { email, email_verified: true } }],
    })
    expect(claimsOf(session).is_anonymous).toBe(false)
  })

  it('becomes somebody by the code of that mail as well', async () => {
    const { client, user } = await anonymousPerson()
    const email = newAddress('coded')
    await client.auth.updateUser({ email })
    const { code: token } = await newestMailTo(email)
    const { data, error } = await client.auth.verifyOtp({ email, token, type: 'email_change' })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ id: user.id, is_anonymous: false, email })
  })

  it('has no password without an address, nor somebody else’s address, nor a second factor', async () => {
    const { client } = await anonymousPerson()
    expect((await client.auth.updateUser({ password })).error).toMatchObject({
      status: 422,
      code: 'validation_failed',
      message: 'Updating password of an anonymous user without an email or phone is not allowed',
    })
    const { email } = await confirmedPerson('taken')
    expect((await client.auth.updateUser({ email })).error).toMatchObject({ status: 422, code: 'email_exists' })
    expect((await client.auth.mfa.enroll({ factorType: 'totp' })).error).toMatchObject({
      status: 403,
      code: 'no_authorization',
      message: 'Anonymous user not allowed to perform these actions',
    })
  })

  it('is gone after signing out', async () => {
    const { client, session } = await anonymousPerson()
    await client.auth.signOut()
    expect((await call('GET', '/user', { token: session.access_token })).body.code).toBe('session_not_found')
  })
})
