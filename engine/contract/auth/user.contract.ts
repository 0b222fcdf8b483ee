import { describe, expect, it } from 'vitest'
import { mailsTo, newestMailTo } from '../received-mails.ts'
import { call, confirmedPerson, newAddress, openLink, password, signedInPerson, signIn } from './people.ts'

describe('people change their own data', () => {
  it('adds keys and takes those away that become null', async () => {
    const { client } = await signedInPerson('ana')
    await client.auth.updateUser({ data: { name: 'Ana North', nickname: 'A', theme: { dark: true, size: null } } })
    const { data, error } = await client.auth.updateUser({ data: { nickname: null } })
    expect(error).toBeNull()
    expect(data.user?.user_metadata).toMatchObject({ name: 'Ana North', theme: { dark: true, size: null } })
    expect(data.user?.user_metadata).not.toHaveProperty('nickname')
    const { data: refreshed } = await client.auth.refreshSession()
    expect(refreshed.user?.user_metadata.name).toBe('Ana North')
  })

  it('loses nothing when two changes race', async () => {
    const { session } = await signedInPerson('ben')
    await Promise.all(
      ['a', 'b', 'c', 'd'].map((key) =>
        call('PUT', '/user', { token: session.access_token, body: { data: { [key]: 1 } } }),
      ),
    )
    const { body } = await call('GET', '/user', { token: session.access_token })
    expect(body.user_metadata).toMatchObject({ a: 1, b: 1, c: 1, d: 1 })
  })

  it('never what the project says of them', async () => {
    const { session } = await signedInPerson('mallory')
    const body = { app_metadata: { role: 'super_admin' } }
    expect(await call('PUT', '/user', { token: session.access_token, body })).toMatchObject({
      status: 403,
      body: { code: 'not_admin', message: 'Updating app_metadata requires admin privileges' },
    })
  })
})

describe('people change their password', () => {
  it('and are signed out everywhere else', async () => {
    const { email } = await confirmedPerson('ana')
    const [here, there] = await Promise.all([signIn(email), signIn(email)])
    const { error } = await here.client.auth.updateUser({ password: 'a new secret' })
    expect(error).toBeNull()
    expect((await call('GET', '/user', { token: here.session.access_token })).status).toBe(200)
    expect((await call('GET', '/user', { token: there.session.access_token })).body.code).toBe('session_not_found')
    await expect(signIn(email)).rejects.toMatchObject({ code: 'invalid_credentials' })
    await expect(signIn(email, 'a new secret')).resolves.toBeTruthy()
  })

  it('and the links of older mails end', async () => {
    const { client, email } = await signedInPerson('ben')
    await client.auth.resetPasswordForEmail(email)
    const { link } = await newestMailTo(email)
    await client.auth.updateUser({ password: 'a new secret' })
    expect((await openLink(link)).fragment.error_code).toBe('otp_expired')
  })

  it('not to the same one', async () => {
    const { client } = await signedInPerson('cleo')
    expect((await client.auth.updateUser({ password })).error).toMatchObject({
      status: 422,
      code: 'same_password',
      message: 'New password should be different from the old password.',
    })
  })

  it('not to a weak one', async () => {
    const { client } = await signedInPerson('dora')
    expect((await client.auth.updateUser({ password: '12345' })).error).toMatchObject({
      name: 'AuthWeakPasswordError',
      message: 'Password should be at least 6 characters.',
    })
  })
})

describe('people change their address', () => {
  it('once both the old and the new one agree', async () => {
    const { client, email } = await signedInPerson('ana')
    const newEmail = newAddress('ana-new')
    const { data, error } = await client.auth.updateUser({ email: newEmail.toUpperCase() })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email, new_email: newEmail })

    const half = await openLink((await newestMailTo(email)).link)
    expect(half.fragment).toEqual({
      message: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
      sb: '',
    })
    await expect(signIn(newEmail)).rejects.toMatchObject({ code: 'invalid_credentials' })

    const whole = await openLink((await newestMailTo(newEmail)).link)
    expect(whole.fragment).toMatchObject({ token_type: 'bearer', type: 'email_change' })
    const { user } = await signIn(newEmail)
    expect(user).toMatchObject({ email: newEmail, user_metadata: { email: newEmail, email_verified: true } })
    expect(user.identities).toMatchObject([{ identity_data: { email: newEmail, email_verified: true } }])
    expect(user).not.toHaveProperty('new_email')
    await expect(signIn(email)).rejects.toMatchObject({ code: 'invalid_credentials' })
  })

  it('by codes as well, where the client is told of the half-way', async () => {
    const { client, email } = await signedInPerson('ben')
    const newEmail = newAddress('ben-new')
    await client.auth.updateUser({ email: newEmail })
    const first = await client.auth.verifyOtp({
      email: newEmail,
      token: (await newestMailTo(newEmail)).code,
      type: 'email_change',
    })
    expect(first).toMatchObject({ data: { user: null, session: null }, error: null })
    const second = await client.auth.verifyOtp({ email, token: (await newestMailTo(email)).code, type: 'email_change' })
    expect(second.error).toBeNull()
    expect(second.data.user?.email).toBe(newEmail)
  })

  it('not by the same link twice', async () => {
    const { client } = await signedInPerson('cleo')
    const newEmail = newAddress('cleo-new')
    await client.auth.updateUser({ email: newEmail })
    const { link } = await newestMailTo(newEmail)
    await openLink(link)
    expect((await openLink(link)).fragment.error_code).toBe('otp_expired')
  })

  it('not to one that is taken', async () => {
    const [{ client }, { email: taken }] = await Promise.all([signedInPerson('dora'), confirmedPerson('taken')])
    expect((await client.auth.updateUser({ email: taken })).error).toMatchObject({
      status: 422,
      code: 'email_exists',
      message: 'A user with this email address has already been registered',
    })
  })

  it('and can ask for the mails again', async () => {
    const { client, email } = await signedInPerson('emma')
    const newEmail = newAddress('emma-new')
    await client.auth.updateUser({ email: newEmail })
    const { error } = await client.auth.resend({ type: 'email_change', email })
    expect(error).toBeNull()
    expect(await mailsTo(newEmail)).toHaveLength(2)
  })
})
