import { describe, expect, it } from 'vitest'
import { engine } from '../engine.ts'
import { mailsTo, newestMailTo } from '../received-mails.ts'
import {
  admin,
  browser,
  call,
  claimsOf,
  confirmedPerson,
  newAddress,
  openLink,
  password,
  signedInPerson,
  signIn,
} from './people.ts'

const people = admin.auth.admin
const taken = {
  status: 422,
  code: 'email_exists',
  message: 'A user with this email address has already been registered',
}

describe('an invitation', () => {
  it('brings somebody new in by the link of a mail, who then chooses a password', async () => {
    const email = newAddress('guest')
    const redirectTo = `${engine.url}/welcome`
    const { data, error } = await people.inviteUserByEmail(email, { data: { name: 'Guest' }, redirectTo })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email, user_metadata: { name: 'Guest' }, invited_at: expect.any(String) })
    expect(data.user).not.toHaveProperty('email_confirmed_at')

    const { subject, link } = await newestMailTo(email)
    expect(subject).toBe("You've been invited")
    const { location, fragment } = await openLink(link)
    expect(location.pathname).toBe('/welcome')
    expect(fragment).toMatchObject({ type: 'invite', token_type: 'bearer' })
    const guest = browser()
    await guest.auth.setSession({
      access_token: fragment.access_token ?? '',
      refresh_token: fragment.refresh_token ?? '',
    })
    expect((await guest.auth.updateUser({ password })).error).toBeNull()
    const { user } = await signIn(email)
    expect(user.id).toBe(data.user?.id)
    expect(user.email_confirmed_at).toBeTruthy()
  })

  it('comes again to who has not come yet, and never to who has', async () => {
    const email = newAddress('slow')
    const { data: first } = await people.inviteUserByEmail(email)
    const { data: again, error } = await people.inviteUserByEmail(email)
    expect(error).toBeNull()
    expect(again.user?.id).toBe(first.user?.id)
    const [old, fresh] = await mailsTo(email)
    expect((await openLink(old?.link ?? '')).fragment.error_code).toBe('otp_expired')
    const { data } = await browser().auth.verifyOtp({ email, token: fresh?.code ?? '', type: 'invite' })
    expect(data.user?.id).toBe(first.user?.id)
    expect((await people.inviteUserByEmail(email)).error).toMatchObject(taken)
  })

  it('is not for everybody to send', async () => {
    const { session } = await signedInPerson('ana')
    const body = { email: newAddress('spam') }
    expect((await call('POST', '/invite', { token: session.access_token, body })).body.code).toBe('not_admin')
    expect((await call('POST', '/invite', { body })).body.code).toBe('no_authorization')
  })
})

describe('an administrator makes a link', () => {
  it('to sign up, without any mail', async () => {
    const email = newAddress('new')
    const redirectTo = 'https://preview.example.com/portal/start'
    const { data, error } = await people.generateLink({
      type: 'signup',
      email,
      password,
      options: { data: { name: 'New' }, redirectTo },
    })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email, user_metadata: { name: 'New' } })
    expect(data.user).not.toHaveProperty('action_link')
    expect(data.properties).toEqual({
      action_link: expect.stringContaining(`${engine.url}/auth/v1/verify?token=${data.properties?.hashed_token}`),
      email_otp: expect.stringMatching(/^\d{6}$/),
      hashed_token: expect.stringMatching(/^[0-9a-f]{56}$/),
      verification_type: 'signup',
      redirect_to: redirectTo,
    })
    expect(await mailsTo(email)).toEqual([])
    await expect(signIn(email)).rejects.toMatchObject({ code: 'email_not_confirmed' })
    const { location, fragment } = await openLink(data.properties?.action_link ?? '')
    expect(location.href).toContain(redirectTo)
    expect(fragment.type).toBe('signup')
    await expect(signIn(email)).resolves.toBeTruthy()
  })

  it('to sign in, for use by its hash', async () => {
    const { email } = await confirmedPerson('ana')
    const { data } = await people.generateLink({ type: 'magiclink', email })
    expect(data.properties?.verification_type).toBe('magiclink')
    const { data: verified, error } = await browser().auth.verifyOtp({
      token_hash: data.properties?.hashed_token ?? '',
      type: 'magiclink',
    })
    expect(error).toBeNull()
    expect(verified.user?.email).toBe(email)
  })

  it('to sign in, which is one to sign up for who is not known', async () => {
    const email = newAddress('unknown')
    const { data } = await people.generateLink({ type: 'magiclink', email })
    expect(data.properties?.verification_type).toBe('signup')
    const { fragment } = await openLink(data.properties?.action_link ?? '')
    expect(claimsOf({ access_token: fragment.access_token ?? '' }).email).toBe(email)
  })

  it('to choose a new password, for use by its code', async () => {
    const { email } = await confirmedPerson('ben')
    const { data } = await people.generateLink({ type: 'recovery', email })
    const { data: verified, error } = await browser().auth.verifyOtp({
      email,
      token: data.properties?.email_otp ?? '',
      type: 'recovery',
    })
    expect(error).toBeNull()
    expect(verified.user?.email).toBe(email)
  })

  it('to come in as a guest', async () => {
    const email = newAddress('guest')
    const { data } = await people.generateLink({ type: 'invite', email, options: { data: { name: 'Guest' } } })
    expect(data.user).toMatchObject({ invited_at: expect.any(String), user_metadata: { name: 'Guest' } })
    expect((await openLink(data.properties?.action_link ?? '')).fragment.type).toBe('invite')
  })

  it('to change an address, one for each side', async () => {
    const { email } = await confirmedPerson('cleo')
    const newEmail = newAddress('cleo-new')
    const { data: current } = await people.generateLink({ type: 'email_change_current', email, newEmail })
    const { data: next } = await people.generateLink({ type: 'email_change_new', email, newEmail })
    expect(current.properties?.verification_type).toBe('email_change_current')
    expect(current.user).toMatchObject({ email, new_email: newEmail })
    expect((await openLink(current.properties?.action_link ?? '')).fragment).toHaveProperty('message')
    const { fragment } = await openLink(next.properties?.action_link ?? '')
    expect(claimsOf({ access_token: fragment.access_token ?? '' }).email).toBe(newEmail)
    await expect(signIn(newEmail)).resolves.toBeTruthy()
  })

  it('never for the wrong person', async () => {
    const { email } = await confirmedPerson('dora')
    const { email: other } = await confirmedPerson('eva')
    expect((await people.generateLink({ type: 'signup', email, password })).error).toMatchObject(taken)
    expect((await people.generateLink({ type: 'invite', email })).error).toMatchObject(taken)
    const toTaken = await people.generateLink({ type: 'email_change_new', email, newEmail: other })
    expect(toTaken.error).toMatchObject(taken)
    const nobody = newAddress('nobody')
    expect((await people.generateLink({ type: 'recovery', email: nobody })).error).toMatchObject({
      status: 404,
      code: 'user_not_found',
      message: 'User with this email not found',
    })
  })

  it('of a known type, and only with the secret key', async () => {
    const body = { type: 'telepathy', email: newAddress('odd') }
    expect(await call('POST', '/admin/generate_link', { token: engine.serviceRoleKey, body })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', message: 'Invalid email action link type requested: telepathy' },
    })
    const { session } = await signedInPerson('mallory')
    expect(await call('POST', '/admin/generate_link', { token: session.access_token, body })).toMatchObject({
      status: 403,
      body: { code: 'not_admin' },
    })
  })
})

describe('a person shows that they still read their mail', () => {
  it('by a code that comes on request', async () => {
    const { client, email } = await signedInPerson('ana')
    const { error } = await client.auth.reauthenticate()
    expect(error).toBeNull()
    const { subject, code } = await newestMailTo(email)
    expect(subject).toBe(`${code} is your verification code`)
    const { error: refused } = await browser().auth.verifyOtp({ email, token: code, type: 'email' })
    expect(refused?.code).toBe('otp_expired')
    expect((await client.auth.updateUser({ password: 'a new secret', nonce: code })).error).toBeNull()
  })

  it('not without an address, nor without signing in', async () => {
    const nobody = browser()
    await nobody.auth.signInAnonymously()
    expect((await nobody.auth.reauthenticate()).error).toMatchObject({
      status: 400,
      code: 'validation_failed',
      message: 'Reauthentication requires the user to have an email or a phone number',
    })
    expect((await call('GET', '/reauthenticate')).body.code).toBe('no_authorization')
  })
})
