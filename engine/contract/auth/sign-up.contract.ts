import { describe, expect, it } from 'vitest'
import { engine } from '../engine.ts'
import { mailsTo, newestMailTo } from '../received-mails.ts'
import { browser, call, confirmedPerson, newAddress, openLink, password, signIn } from './people.ts'

describe('a stranger signs up', () => {
  it('gets a user without a session, and a mail', async () => {
    const email = newAddress('Ana')
    const { data, error } = await browser().auth.signUp({ email, password, options: { data: { name: 'Ana' } } })
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    expect(data.user).toMatchObject({
      aud: 'authenticated',
      role: 'authenticated',
      email: email.toLowerCase(),
      phone: '',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { name: 'Ana', email: email.toLowerCase(), email_verified: false, phone_verified: false },
      is_anonymous: false,
    })
    expect(data.user?.user_metadata.sub).toBe(data.user?.id)
    expect(data.user).not.toHaveProperty('email_confirmed_at')
    expect(data.user).not.toHaveProperty('encrypted_password')
    const [identity] = data.user?.identities ?? []
    expect(identity).toMatchObject({ id: data.user?.id, provider: 'email', identity_data: { name: 'Ana' } })
    expect(identity?.identity_id).not.toBe(data.user?.id)

    const mail = await newestMailTo(email.toLowerCase())
    expect(mail.subject).toBe('Confirm your email address')
    expect(mail.link).toMatch(/\/auth\/v1\/verify\?token=[0-9a-f]{56}&type=signup&redirect_to=/)
    expect(mail.html).toContain(mail.code)
  })

  it('cannot pass their address off as verified', async () => {
    const email = newAddress('mallory')
    const data = { email_verified: true, sub: 'somebody else', email: 'boss@north.test' }
    const { data: created } = await browser().auth.signUp({ email, password, options: { data } })
    expect(created.user?.user_metadata).toMatchObject({ email_verified: false, sub: created.user?.id, email })
  })

  it('is not let in before the mail is confirmed, and told so only with the right password', async () => {
    const email = newAddress('ben')
    await browser().auth.signUp({ email, password })
    const early = await browser().auth.signInWithPassword({ email, password })
    expect(early.error).toMatchObject({ status: 400, code: 'email_not_confirmed', message: 'Email not confirmed' })
    const guess = await browser().auth.signInWithPassword({ email, password: 'not the password' })
    expect(guess.error).toMatchObject({ code: 'invalid_credentials', message: 'Invalid login credentials' })
  })

  it('is signed in by the link, once', async () => {
    const email = newAddress('cleo')
    const client = browser()
    await client.auth.signUp({ email, password, options: { emailRedirectTo: `${engine.url}/welcome` } })
    const { link } = await newestMailTo(email)
    const first = await openLink(link)
    expect(first.status).toBe(303)
    expect(first.location.href).toMatch(new RegExp(`^${engine.url}/welcome#`))
    expect(first.fragment).toMatchObject({ token_type: 'bearer', expires_in: '3600', type: 'signup', sb: '' })
    expect(Number(first.fragment.expires_at)).toBeGreaterThan(Date.now() / 1000)

    const { access_token = '', refresh_token = '' } = first.fragment
    const { data, error } = await client.auth.setSession({ access_token, refresh_token })
    expect(error).toBeNull()
    expect(data.user?.user_metadata.email_verified).toBe(true)
    expect(data.user?.identities?.[0]?.identity_data?.email_verified).toBe(true)
    expect(data.user?.email_confirmed_at).toBeTruthy()

    const second = await openLink(link)
    expect(second.status).toBe(303)
    expect(second.fragment).toEqual({
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
      sb: '',
    })
  })

  it('is confirmed once when two clicks race', async () => {
    const email = newAddress('racer')
    await browser().auth.signUp({ email, password })
    const { link } = await newestMailTo(email)
    const opened = await Promise.all([openLink(link), openLink(link), openLink(link)])
    expect(opened.filter(({ fragment }) => fragment.access_token)).toHaveLength(1)
  })

  it('can type the code instead', async () => {
    const email = newAddress('dora')
    await browser().auth.signUp({ email, password })
    const { code } = await newestMailTo(email)
    const wrong = await browser().auth.verifyOtp({
      email,
      token: code === '000000' ? '000001' : '000000',
      type: 'signup',
    })
    expect(wrong.error).toMatchObject({ status: 403, code: 'otp_expired', message: 'Token has expired or is invalid' })
    const { data, error } = await browser().auth.verifyOtp({ email: email.toUpperCase(), token: code, type: 'email' })
    expect(error).toBeNull()
    expect(data.session?.user.email).toBe(email)
  })

  it('keeps the link although a mail scanner looked at it with HEAD', async () => {
    const email = newAddress('scanned')
    await browser().auth.signUp({ email, password })
    const { link } = await newestMailTo(email)
    await fetch(link, { method: 'HEAD', redirect: 'manual' })
    expect((await openLink(link)).fragment).toHaveProperty('access_token')
  })
})

describe('an address that is known', () => {
  it('looks new to a stranger when it has an account, and its owner gets no mail', async () => {
    const { email } = await confirmedPerson('known')
    const before = (await mailsTo(email)).length
    const { data, error } = await browser().auth.signUp({ email, password: 'another one', options: { data: { a: 1 } } })
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    expect(data.user).toMatchObject({ email, role: '', identities: [], user_metadata: { a: 1 } })
    expect(data.user?.confirmation_sent_at).toBeTruthy()
    expect(await mailsTo(email)).toHaveLength(before)
    await expect(signIn(email)).resolves.toBeTruthy()
  })

  it('gets a new mail while it waits, for the later sign-up', async () => {
    const email = newAddress('waiting')
    const { data: first } = await browser().auth.signUp({ email, password, options: { data: { name: 'First' } } })
    const { data: second } = await browser().auth.signUp({
      email,
      password: 'a different one',
      options: { data: { name: 'Second' } },
    })
    expect(second.user?.id).toBe(first.user?.id)
    expect(second.user?.user_metadata.name).toBe('Second')
    expect(second.user?.identities).toHaveLength(1)
    const mails = await mailsTo(email)
    expect(mails).toHaveLength(2)
    expect((await openLink(mails[0]?.link ?? '')).fragment.error_code).toBe('otp_expired')
    await openLink(mails[1]?.link ?? '')
    await expect(signIn(email, 'a different one')).resolves.toBeTruthy()
  })

  it('is created once when two sign-ups race', async () => {
    const email = newAddress('twice')
    const both = await Promise.all([
      browser().auth.signUp({ email, password }),
      browser().auth.signUp({ email, password }),
    ])
    expect(both.map(({ error }) => error)).toEqual([null, null])
    expect(new Set(both.map(({ data }) => data.user?.id)).size).toBe(1)
  })
})

describe('a sign-up is refused', () => {
  const refusals: [string, Record<string, unknown>, number, string, string][] = [
    ['without a password', { email: 'a@b.test' }, 400, 'validation_failed', 'Signup requires a valid password'],
    [
      'with a password over 72 bytes',
      { email: 'a@b.test', password: 'é'.repeat(37) },
      400,
      'validation_failed',
      'Password cannot be longer than 72 characters',
    ],
    [
      'with a short password',
      { email: 'a@b.test', password: '12345' },
      422,
      'weak_password',
      'Password should be at least 6 characters.',
    ],
    [
      'with both contacts',
      { email: 'a@b.test', phone: '+4912345678', password },
      400,
      'validation_failed',
      'Only an email address or phone number should be provided on signup.',
    ],
    [
      'with a number that is none',
      { phone: '+0123', password },
      400,
      'validation_failed',
      'Invalid phone number format (E.164 required)',
    ],
    [
      'with a phone and PKCE',
      { phone: '+4912345678', password, code_challenge: 'x'.repeat(43), code_challenge_method: 's256' },
      400,
      'validation_failed',
      'PKCE not supported for phone signups',
    ],
    [
      'by a way no message goes',
      { phone: '+4912345678', password, channel: 'pigeon' },
      400,
      'validation_failed',
      "Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported if Twilio or Twilio Verify is used as the provider.",
    ],
    [
      'with half a PKCE pair',
      { email: 'a@b.test', password, code_challenge: 'x'.repeat(43) },
      400,
      'validation_failed',
      'PKCE flow requires code_challenge_method and code_challenge',
    ],
    [
      'with something that is no address',
      { email: 'not an address', password },
      400,
      'validation_failed',
      'Unable to validate email address: invalid format',
    ],
    [
      'with an address that is too long',
      { email: `${'a'.repeat(250)}@b.test`, password },
      400,
      'validation_failed',
      'An email address is too long',
    ],
  ]

  it.each(refusals)('%s', async (_, body, status, code, message) => {
    const answer = await call('POST', '/signup', { body })
    expect(answer).toMatchObject({ status, body: { code, message } })
    expect(answer.headers.get('x-supabase-api-version')).toBe('2024-01-01')
  })

  it('with the reasons why a password is weak', async () => {
    const { error } = await browser().auth.signUp({ email: newAddress('weak'), password: 'abc' })
    expect(error).toMatchObject({ name: 'AuthWeakPasswordError', status: 422, reasons: ['length'] })
  })
})
