import { describe, expect, it } from 'vitest'
import { newestTextTo, textsTo } from '../received-mails.ts'
import { admin, browser, call, claimsOf, newPhone, password, signedInPerson } from './people.ts'

const plain = (phone: string) => phone.slice(1)

/** A user who signed up by phone, confirmed the code, and is signed in. */
async function phonePerson(data = {}) {
  const phone = newPhone()
  const client = browser()
  const { error } = await client.auth.signUp({ phone, password, options: { data } })
  if (error) throw error
  const { data: verified, error: refused } = await client.auth.verifyOtp({
    phone,
    token: (await newestTextTo(phone)).code,
    type: 'sms',
  })
  if (refused) throw refused
  if (!verified.session || !verified.user) throw new Error('Nobody was signed in.')
  return { phone, client, session: verified.session, user: verified.user }
}

describe('people sign up by phone', () => {
  it('and wait for the code of a text message', async () => {
    const phone = newPhone()
    const client = browser()
    const { data, error } = await client.auth.signUp({ phone, password, options: { data: { name: 'Ana' } } })
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    expect(data.user).toMatchObject({
      phone: plain(phone),
      email: '',
      app_metadata: { provider: 'phone', providers: ['phone'] },
      user_metadata: { name: 'Ana', phone: plain(phone), phone_verified: false },
      identities: [{ provider: 'phone', identity_data: { phone: plain(phone), phone_verified: false } }],
    })
    const early = await browser().auth.signInWithPassword({ phone, password })
    expect(early.error).toMatchObject({ status: 400, code: 'phone_not_confirmed', message: 'Phone not confirmed' })

    const { text, code } = await newestTextTo(phone)
    expect(text).toBe(`Acme: ${code}`)
    const { data: verified, error: refused } = await client.auth.verifyOtp({ phone, token: code, type: 'sms' })
    expect(refused).toBeNull()
    expect(verified.user).toMatchObject({
      phone_confirmed_at: expect.any(String),
      confirmed_at: expect.any(String),
      user_metadata: { phone_verified: true },
      identities: [{ identity_data: { phone_verified: true } }],
    })
    expect(claimsOf(verified.session ?? { access_token: '' })).toMatchObject({
      phone: plain(phone),
      email: '',
      amr: [{ method: 'otp' }],
    })
  })

  it('and sign in with their password, however the number is written', async () => {
    const { phone, user } = await phonePerson()
    const spaced = `${phone.slice(0, 3)} ${phone.slice(3, 6)} ${phone.slice(6)}`
    const { data, error } = await browser().auth.signInWithPassword({ phone: spaced, password })
    expect(error).toBeNull()
    expect(data.user?.id).toBe(user.id)
    const wrong = await browser().auth.signInWithPassword({ phone, password: 'wrong password' })
    expect(wrong.error).toMatchObject({ status: 400, code: 'invalid_credentials' })
  })

  it('but learn nothing about a number that somebody else has', async () => {
    const { phone, user } = await phonePerson()
    const { data, error } = await browser().auth.signUp({ phone, password: 'another secret' })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ phone: plain(phone), identities: [] })
    expect(data.user?.id).not.toBe(user.id)
    expect(await textsTo(phone)).toHaveLength(1)
  })

  it('and get the code again on request, of which the newest counts', async () => {
    const phone = newPhone()
    const client = browser()
    await client.auth.signUp({ phone, password })
    expect((await client.auth.resend({ type: 'sms', phone })).error).toBeNull()
    expect(await textsTo(phone)).toHaveLength(2)
    const { data } = await client.auth.verifyOtp({ phone, token: (await newestTextTo(phone)).code, type: 'sms' })
    expect(data.session).toBeTruthy()
    expect((await client.auth.resend({ type: 'sms', phone })).error).toBeNull()
    expect(await textsTo(phone)).toHaveLength(2)
  })
})

describe('a code by text message', () => {
  it('signs in who is known, once', async () => {
    const { phone, user } = await phonePerson()
    const client = browser()
    expect((await client.auth.signInWithOtp({ phone })).error).toBeNull()
    const { code: token } = await newestTextTo(phone)
    const { data } = await client.auth.verifyOtp({ phone, token, type: 'sms' })
    expect(data.user?.id).toBe(user.id)
    const again = await client.auth.verifyOtp({ phone, token, type: 'sms' })
    expect(again.error).toMatchObject({
      status: 403,
      code: 'otp_expired',
      message: 'Token has expired or is invalid',
    })
  })

  it('signs up who is not, unless that is not wanted', async () => {
    const phone = newPhone()
    const refused = await browser().auth.signInWithOtp({ phone, options: { shouldCreateUser: false } })
    expect(refused.error).toMatchObject({ status: 422, code: 'otp_disabled', message: 'Signups not allowed for otp' })
    await browser().auth.signInWithOtp({ phone, options: { data: { name: 'New' }, channel: 'whatsapp' } })
    const { code: token } = await newestTextTo(phone)
    const { data } = await browser().auth.verifyOtp({ phone, token, type: 'sms' })
    expect(data.user).toMatchObject({ phone: plain(phone), user_metadata: { name: 'New', phone_verified: true } })
  })

  it('is always the same, and never sent, for the numbers that the project names', async () => {
    const phone = '+15550100000'
    await browser().auth.signInWithOtp({ phone })
    const { data, error } = await browser().auth.verifyOtp({ phone, token: '424242', type: 'sms' })
    expect(error).toBeNull()
    expect(data.session).toBeTruthy()
    expect(await textsTo(phone)).toEqual([])
  })

  it('is good for its own kind only', async () => {
    const phone = newPhone()
    await browser().auth.signUp({ phone, password })
    const { code: token } = await newestTextTo(phone)
    const change = await browser().auth.verifyOtp({ phone, token, type: 'phone_change' })
    expect(change.error?.code).toBe('otp_expired')
    expect(await call('POST', '/verify', { body: { type: 'signup', phone, token } })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', message: 'Unsupported verification type' },
    })
    expect(await call('POST', '/verify', { body: { type: 'sms', email: 'a@b.test', token } })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', message: 'Invalid email verification type' },
    })
  })

  it('shows that who wants a new password still has the phone', async () => {
    const { client, phone } = await phonePerson()
    expect((await client.auth.reauthenticate()).error).toBeNull()
    const { code: nonce } = await newestTextTo(phone)
    expect((await client.auth.updateUser({ password: 'a new secret', nonce })).error).toBeNull()
  })
})

describe('people change their number', () => {
  it('by the code that goes to the new one', async () => {
    const { client, phone, user } = await phonePerson()
    const next = newPhone()
    const { data, error } = await client.auth.updateUser({ phone: next })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ phone: plain(phone), new_phone: plain(next) })
    expect((await client.auth.resend({ type: 'phone_change', phone })).error).toBeNull()
    expect(await textsTo(next)).toHaveLength(2)
    const { code: token } = await newestTextTo(next)
    const { data: verified } = await client.auth.verifyOtp({ phone: next, token, type: 'phone_change' })
    expect(verified.user).toMatchObject({
      id: user.id,
      phone: plain(next),
      identities: [{ provider: 'phone', identity_data: { phone: plain(next), phone_verified: true } }],
    })
    expect(verified.user).not.toHaveProperty('new_phone')
    expect((await browser().auth.signInWithPassword({ phone: next, password })).error).toBeNull()
    expect((await browser().auth.signInWithPassword({ phone, password })).error?.code).toBe('invalid_credentials')
  })

  it('or get a first one beside their address', async () => {
    const { client, email } = await signedInPerson('ana')
    const phone = newPhone()
    await client.auth.updateUser({ phone })
    const { code: token } = await newestTextTo(phone)
    const { data } = await client.auth.verifyOtp({ phone, token, type: 'phone_change' })
    expect(data.user).toMatchObject({ email, phone: plain(phone), app_metadata: { providers: ['email', 'phone'] } })
  })

  it('never to somebody else’s', async () => {
    const { phone } = await phonePerson()
    const { client } = await phonePerson()
    expect((await client.auth.updateUser({ phone })).error).toMatchObject({
      status: 422,
      code: 'phone_exists',
      message: 'A user with this phone number has already been registered',
    })
  })

  it('and an anonymous person becomes somebody by it', async () => {
    const client = browser()
    const { data } = await client.auth.signInAnonymously()
    const phone = newPhone()
    await client.auth.updateUser({ phone })
    const { code: token } = await newestTextTo(phone)
    const { data: verified } = await client.auth.verifyOtp({ phone, token, type: 'phone_change' })
    expect(verified.user).toMatchObject({ id: data.user?.id, is_anonymous: false, phone: plain(phone) })
  })
})

it('an administrator makes people with a number, who sign in by it', async () => {
  const phone = newPhone()
  await admin.auth.admin.createUser({ phone, password, phone_confirm: true })
  expect((await browser().auth.signInWithPassword({ phone, password })).error).toBeNull()
})
