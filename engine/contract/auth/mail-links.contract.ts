import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { engine } from '../engine.ts'
import { mailsTo, newestMailTo } from '../received-mails.ts'
import { browser, call, claimsOf, confirmedPerson, newAddress, openLink, password, signIn } from './people.ts'

describe('a forgotten password', () => {
  it('is replaced by way of a mail', async () => {
    const { email } = await confirmedPerson('ana')
    const client = browser()
    const { error } = await client.auth.resetPasswordForEmail(email, { redirectTo: `${engine.url}/auth` })
    expect(error).toBeNull()
    const mail = await newestMailTo(email)
    expect(mail.subject).toBe('Reset your password')
    const { location, fragment } = await openLink(mail.link)
    expect(location.pathname).toBe('/auth')
    expect(fragment.type).toBe('recovery')

    const { access_token = '', refresh_token = '' } = fragment
    expect(claimsOf({ access_token }).amr).toMatchObject([{ method: 'otp' }])
    await client.auth.setSession({ access_token, refresh_token })
    await client.auth.updateUser({ password: 'remembered now' })
    await expect(signIn(email, 'remembered now')).resolves.toBeTruthy()
  })

  it('is asked for in the same words by people who do not exist', async () => {
    const { email } = await confirmedPerson('ben')
    const stranger = newAddress('nobody')
    const answers = await Promise.all([email, stranger].map((to) => call('POST', '/recover', { body: { email: to } })))
    for (const { status, body } of answers) expect({ status, body }).toEqual({ status: 200, body: {} })
    expect(await mailsTo(stranger)).toHaveLength(0)
  })

  it('needs an address', async () => {
    expect(await call('POST', '/recover', { body: {} })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', message: 'Password recovery requires an email' },
    })
  })

  it('confirms the address too, since only its owner reads the mail', async () => {
    const email = newAddress('cleo')
    await browser().auth.signUp({ email, password })
    await browser().auth.resetPasswordForEmail(email)
    const { fragment } = await openLink((await newestMailTo(email)).link)
    const { body } = await call('GET', '/user', { token: fragment.access_token ?? '' })
    expect(body).toMatchObject({ email, email_confirmed_at: expect.any(String) })
  })
})

describe('signing in by mail', () => {
  it('by a link', async () => {
    const { email } = await confirmedPerson('ana')
    const { error } = await browser().auth.signInWithOtp({ email })
    expect(error).toBeNull()
    const mail = await newestMailTo(email)
    expect(mail.subject).toBe('Your sign-in link')
    expect((await openLink(mail.link)).fragment).toMatchObject({ type: 'magiclink', token_type: 'bearer' })
  })

  it('by a code', async () => {
    const { email } = await confirmedPerson('ben')
    await browser().auth.signInWithOtp({ email })
    const { code } = await newestMailTo(email)
    const { data, error } = await browser().auth.verifyOtp({ email, token: code, type: 'email' })
    expect(error).toBeNull()
    expect(data.user?.email).toBe(email)
  })

  it('by the hash of the link', async () => {
    const { email } = await confirmedPerson('cleo')
    await browser().auth.signInWithOtp({ email })
    const hash = new URL((await newestMailTo(email)).link).searchParams.get('token') ?? ''
    const { data, error } = await browser().auth.verifyOtp({ token_hash: hash, type: 'magiclink' })
    expect(error).toBeNull()
    expect(data.session?.user.email).toBe(email)
    const again = await browser().auth.verifyOtp({ token_hash: hash, type: 'magiclink' })
    expect(again.error).toMatchObject({ code: 'otp_expired', message: 'Email link is invalid or has expired' })
  })

  it('by a link that nobody can work out from the address and a guess at the code', async () => {
    const { email } = await confirmedPerson('dora')
    await browser().auth.signInWithOtp({ email })
    const { code, link } = await newestMailTo(email)
    const guess = createHash('sha224').update(`${email}${code}`).digest('hex')
    const made = new URL(link)
    for (const token of [guess, code]) {
      made.searchParams.set('token', token)
      expect((await openLink(made.href)).fragment.error_code).toBe('otp_expired')
      const { error } = await browser().auth.verifyOtp({ token_hash: token, type: 'magiclink' })
      expect(error?.code).toBe('otp_expired')
    }
    expect((await openLink(link)).fragment).toHaveProperty('access_token')
  })

  it('signs up who is not known, unless that is not wanted', async () => {
    const email = newAddress('new')
    const refused = await browser().auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
    expect(refused.error).toMatchObject({ status: 422, code: 'otp_disabled', message: 'Signups not allowed for otp' })
    await browser().auth.signInWithOtp({ email, options: { data: { name: 'New' } } })
    const { code, subject } = await newestMailTo(email)
    expect(subject).toBe('Confirm your email address')
    const { data } = await browser().auth.verifyOtp({ email, token: code, type: 'email' })
    expect(data.user).toMatchObject({ email, user_metadata: { name: 'New', email_verified: true } })
  })
})

describe('a confirmation mail', () => {
  it('comes again on request, and only the newest link works', async () => {
    const email = newAddress('ana')
    await browser().auth.signUp({ email, password })
    const { error } = await browser().auth.resend({ type: 'signup', email })
    expect(error).toBeNull()
    const [first, second] = await mailsTo(email)
    expect((await openLink(first?.link ?? '')).fragment.error_code).toBe('otp_expired')
    expect((await openLink(second?.link ?? '')).fragment).toHaveProperty('access_token')
  })

  it('is not sent to people who wait for none, in the same words', async () => {
    const { email } = await confirmedPerson('ben')
    const before = (await mailsTo(email)).length
    for (const to of [email, newAddress('nobody')]) {
      expect(await call('POST', '/resend', { body: { type: 'signup', email: to } })).toMatchObject({
        status: 200,
        body: {},
      })
    }
    expect(await mailsTo(email)).toHaveLength(before)
  })

  it.each([
    [{}, 'Missing one of these types: signup, email_change, sms, phone_change'],
    [{ type: 'signup' }, 'Missing email address or phone number'],
    [{ type: 'signup', phone: '+4912345678' }, 'Type provided requires an email address'],
    [{ type: 'sms', email: 'a@b.test' }, 'Type provided requires a phone number'],
    [{ type: 'sms', email: 'a@b.test', phone: '1' }, 'Only an email address or phone number should be provided.'],
  ])('refuses %o', async (body, message) => {
    expect(await call('POST', '/resend', { body })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', message },
    })
  })
})

describe('a link leads', () => {
  const targetOf = async (redirectTo: string, headers: Record<string, string> = {}) => {
    const email = newAddress('redirected')
    const query = redirectTo === '' ? '' : `?redirect_to=${encodeURIComponent(redirectTo)}`
    await call('POST', `/signup${query}`, { body: { email, password }, headers })
    const { location } = await openLink((await newestMailTo(email)).link)
    location.hash = ''
    return location.href.replace(/#$/, '')
  }

  it.each([
    ['back to the site', `${'{site}'}/auth?from=mail&x=1`],
    ['to a loopback address', 'http://127.0.0.1:5173/auth'],
    ['to a page of the allow list', 'https://preview.example.com/portal/start'],
    ['to an app of the allow list', 'acme://signed-in'],
  ])('%s', async (_, target) => {
    const wanted = target.replace('{site}', engine.url)
    expect(await targetOf(wanted)).toBe(wanted)
  })

  it.each([
    ['a foreign site', 'https://evil.example/'],
    ['a site that only starts like ours', 'http://localhost.evil.example/'],
    ['a user name that looks like our site', 'http://localhost:3000@evil.example/'],
    ['a backslash', 'http://evil.example\\@localhost/'],
    ['a decimal address', 'http://2130706433/'],
    ['an address of the network', 'http://10.0.0.1/'],
    ['a deeper host than the allow list has', 'https://a.b.example.com/portal/start'],
    ['no address at all', 'nowhere'],
    ['a script', 'javascript:alert(1)'],
  ])('to the site instead of %s', async (_, target) => {
    expect(await targetOf(target)).toBe(`${engine.url}/`)
  })

  it('to the page that asked, when nothing else is said', async () => {
    const referer = `${engine.url}/pricing`
    expect(await targetOf('', { referer })).toBe(referer)
    expect(await targetOf('', { referer: 'https://evil.example/' })).toBe(`${engine.url}/`)
  })

  it('nowhere without a type or a token, and says so as JSON', async () => {
    expect(await call('GET', '/verify?token=abc')).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    expect(await call('GET', '/verify?type=signup')).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  })

  it('back to the site with the reason, when its type is unknown', async () => {
    const { fragment } = await openLink(`${engine.url}/auth/v1/verify?token=abc&type=telepathy`)
    expect(fragment).toMatchObject({ error: 'invalid_request', error_code: 'validation_failed' })
  })
})

describe('a verification by hand is refused', () => {
  it.each([
    [{ token: '123456', email: 'a@b.test' }, 400, 'Verify requires a verification type'],
    [{ type: 'signup', email: 'a@b.test' }, 400, 'Verify requires either a token or a token hash'],
    [{ type: 'signup', token: '1', token_hash: '2' }, 400, 'Verify requires either a token or a token hash'],
    [{ type: 'signup', token: '1' }, 400, 'Only an email address or phone number should be provided on verify'],
    [{ type: 'signup', token_hash: '1', email: 'a@b.test' }, 400, 'Only the token_hash and type should be provided'],
    [{ type: 'signup', token: '1', email: 'nothing' }, 422, 'Invalid email format'],
    [{ type: 'telepathy', token: '1', email: 'a@b.test' }, 400, 'Invalid email verification type'],
    [{ type: 'sms', token_hash: '1' }, 400, 'Unsupported verification type'],
    [{ type: 'sms', token: '123456', phone: '+4912345678' }, 403, 'Token has expired or is invalid'],
  ])('%o', async (body, status, message) => {
    expect(await call('POST', '/verify', { body })).toMatchObject({ status, body: { message } })
  })
})
