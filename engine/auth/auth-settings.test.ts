import { describe, expect, it } from 'vitest'
import { createTestBed, linkOf, password } from './testing/test-bed.ts'

const bed = await createTestBed()
const service = await bed.service()

describe('a project that confirms nobody', () => {
  const toml = '[auth.email]\nenable_confirmations = false'

  it('signs people in as they sign up', async () => {
    const open = await bed.service({ toml })
    const { status, body } = await open.signUp('open@north.test', { name: 'Open' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      token_type: 'bearer',
      user: { email: 'open@north.test', user_metadata: { name: 'Open', email_verified: true } },
    })
    expect(body.user.email_confirmed_at).toBeTruthy()
    expect(open.mails).toHaveLength(0)
    expect((await open.call('GET', '/user', { token: body.access_token })).status).toBe(200)
  })

  it('says so when an address is taken', async () => {
    const open = await bed.service({ toml })
    await open.signUp('taken@north.test')
    expect(await open.signUp('taken@north.test')).toMatchObject({
      status: 422,
      body: { code: 'user_already_exists', message: 'User already registered' },
    })
  })
})

describe('a project', () => {
  it('lets nobody in anonymously unless it says so', async () => {
    expect(await service.call('POST', '/signup', { body: {} })).toMatchObject({
      status: 422,
      body: { code: 'anonymous_provider_disabled', message: 'Anonymous sign-ins are disabled' },
    })
    const closed = await bed.service({ toml: '[auth]\nenable_anonymous_sign_ins = true\nenable_signup = false' })
    expect((await closed.call('POST', '/signup', { body: {} })).body.code).toBe('signup_disabled')
  })

  it('may make somebody of an anonymous person without a mail', async () => {
    const toml = '[auth]\nenable_anonymous_sign_ins = true\n[auth.email]\nenable_confirmations = false'
    const open = await bed.service({ toml })
    const { body: session } = await open.call('POST', '/signup', { body: {} })
    const put = (body: object) => open.call('PUT', '/user', { token: session.access_token, body })
    await open.signUp('somebody@north.test')
    expect((await put({ email: 'somebody@north.test' })).body.code).toBe('email_exists')
    const { body: user } = await put({ email: 'nobody@north.test', password })
    expect(user).toMatchObject({ email: 'nobody@north.test', is_anonymous: false, identities: [{ provider: 'email' }] })
    expect(open.mails).toHaveLength(0)
    expect((await open.signIn('nobody@north.test')).body.user.id).toBe(session.user.id)
  })

  it('has nothing to do with phones unless it says so', async () => {
    const post = (path: string, body: object) => service.call('POST', path, { body })
    const disabled = { code: 'phone_provider_disabled' }
    expect(await post('/signup', { phone: '+4915112345678', password })).toMatchObject({
      status: 400,
      body: { ...disabled, message: 'Phone signups are disabled' },
    })
    expect(await post('/token?grant_type=password', { phone: '+4915112345678', password })).toMatchObject({
      status: 422,
      body: { ...disabled, message: 'Phone logins are disabled' },
    })
    expect(await post('/otp', { phone: '+4915112345678' })).toMatchObject({
      status: 400,
      body: { ...disabled, message: 'Unsupported phone provider' },
    })
    expect((await post('/resend', { type: 'sms', phone: '+4915112345678' })).body).toMatchObject(disabled)
    expect((await service.call('GET', '/settings')).body.external.phone).toBe(false)
  })

  it('may take numbers without a message', async () => {
    const open = await bed.service({ toml: '[auth.sms]\nenable_signup = true\nenable_confirmations = false' })
    const { body: session } = await open.call('POST', '/signup', { body: { phone: '+4915100000001', password } })
    expect(session.user).toMatchObject({ phone: '4915100000001', user_metadata: { phone_verified: true } })
    const again = await open.call('POST', '/signup', { body: { phone: '+4915100000001', password } })
    expect(again).toMatchObject({ status: 422, body: { code: 'user_already_exists' } })
    const put = await open.call('PUT', '/user', { token: session.access_token, body: { phone: '+4915100000002' } })
    expect(put.body).toMatchObject({ phone: '4915100000002' })
  })

  it('may say another issuer in its tokens', async () => {
    await service.confirmed('issuer@north.test')
    const issuerOf = async (toml: string) => {
      const { body } = await (await bed.service({ toml: `[auth]\n${toml}` })).signIn('issuer@north.test')
      return JSON.parse(Buffer.from(body.access_token.split('.')[1], 'base64url').toString()).iss
    }
    expect(await issuerOf('')).toBe('http://localhost:3000/auth/v1')
    expect(await issuerOf('jwt_issuer = "https://north.test"')).toBe('https://north.test')
  })

  it('may close sign-up', async () => {
    const closed = await bed.service({ toml: '[auth]\nenable_signup = false' })
    expect(await closed.signUp('late@north.test')).toMatchObject({
      status: 422,
      body: { code: 'signup_disabled', message: 'Signups not allowed for this instance' },
    })
    expect((await closed.call('GET', '/settings')).body.disable_signup).toBe(true)
  })

  it('may switch e-mail off', async () => {
    const off = await bed.service({ toml: '[auth.email]\nenable_signup = false' })
    expect((await off.signUp('off@north.test')).body).toMatchObject({
      code: 'email_provider_disabled',
      message: 'Email signups are disabled',
    })
    expect(await off.signIn('off@north.test')).toMatchObject({
      status: 422,
      body: { code: 'email_provider_disabled', message: 'Email logins are disabled' },
    })
  })

  it('may ask for stronger passwords, and tells old ones at sign-in', async () => {
    await service.confirmed('weak@north.test')
    const toml = '[auth]\nminimum_password_length = 20\npassword_requirements = "letters_digits"'
    const strict = await bed.service({ toml })
    const message =
      'Password should be at least 20 characters. Password should contain at least one character of each: abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ, 0123456789.'
    const reasons = ['length', 'characters']
    expect((await strict.signUp('new@north.test')).body).toEqual({
      code: 'weak_password',
      message,
      weak_password: { reasons },
    })
    expect((await strict.signIn('weak@north.test')).body.weak_password).toEqual({ message, reasons })
  })

  it('may refuse the passwords that leaked most often; unless it says so, they are taken', async () => {
    const common = (email: string) => ({ body: { email, password: 'Password1' } })
    expect((await service.call('POST', '/signup', common('common@north.test'))).status).toBe(200)
    const careful = await bed.service({ toml: '[auth]\npassword_hibp_enabled = true' })
    expect(await careful.call('POST', '/signup', common('careful@north.test'))).toMatchObject({
      status: 422,
      body: { code: 'weak_password', weak_password: { reasons: ['pwned'] } },
    })
  })

  it('may want a fresh sign-in before a new password', async () => {
    const careful = await bed.service({ toml: '[auth.email]\nsecure_password_change = true' })
    await service.confirmed('careful@north.test')
    const { body: session } = await careful.signIn('careful@north.test')
    const change = (secret: string) =>
      careful.call('PUT', '/user', { token: session.access_token, body: { password: secret } })
    expect((await change('another secret')).status).toBe(200)
    await bed.sql(`update auth.sessions set created_at = now() - interval '25 hours' where user_id = $1`, [
      session.user.id,
    ])
    expect(await change('yet another secret')).toMatchObject({
      status: 400,
      body: { code: 'reauthentication_needed', message: 'Password update requires reauthentication' },
    })
  })

  it('may want the old password before a new one, from whoever did not come by a mail', async () => {
    const toml = '[auth.email]\nrequire_current_password = true'
    const careful = await bed.service({ toml })
    await careful.confirmed('current@north.test')
    const { body: session } = await careful.signIn('current@north.test')
    const change = (token: string, secret: string, current?: string) =>
      careful.call('PUT', '/user', { token, body: { password: secret, current_password: current } })
    const token = session.access_token
    expect(await change(token, 'another secret')).toMatchObject({
      status: 400,
      body: { code: 'current_password_required', message: 'Current password required when setting new password.' },
    })
    expect(await change(token, 'another secret', 'guessed')).toMatchObject({
      status: 400,
      body: { code: 'current_password_invalid' },
    })
    expect((await change(token, 'another secret', password)).status).toBe(200)
    expect((await careful.call('PUT', '/user', { token, body: { data: { name: 'Ana' } } })).status).toBe(200)

    await careful.call('POST', '/recover', { body: { email: 'current@north.test' } })
    const { headers } = await careful.call('GET', linkOf(careful.mails.at(-1)))
    const fragment = new URLSearchParams(new URL(String(headers.location)).hash.slice(1))
    expect((await change(fragment.get('access_token') ?? '', 'a third secret')).status).toBe(200)
  })

  it('lets nobody guess the old password for long', async () => {
    const toml = '[auth.email]\nrequire_current_password = true'
    const limited = await bed.service({ toml, rateLimits: true })
    await service.confirmed('guessed@north.test')
    const { body: session } = await limited.signIn('guessed@north.test')
    const guess = () =>
      limited.call('PUT', '/user', {
        token: session.access_token,
        body: { password: 'theirs now', current_password: 'guessed' },
      })
    const statuses = []
    for (let i = 0; i < 11; i++) statuses.push((await guess()).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429])
  })

  it('takes the code of a mail for a fresh sign-in, once and for a while', async () => {
    const careful = await bed.service({ toml: '[auth.email]\nsecure_password_change = true' })
    await service.confirmed('nonce@north.test')
    const { body: session } = await careful.signIn('nonce@north.test')
    await bed.sql(`update auth.sessions set created_at = now() - interval '25 hours' where user_id = $1`, [
      session.user.id,
    ])
    const change = (secret: string, nonce: string) =>
      careful.call('PUT', '/user', { token: session.access_token, body: { password: secret, nonce } })
    const codeByMail = async () => {
      await careful.call('GET', '/reauthenticate', { token: session.access_token })
      return /\d{6}/.exec(careful.mails.at(-1)?.text ?? '')?.[0] ?? ''
    }
    const notValid = {
      status: 422,
      body: { code: 'reauthentication_not_valid', message: 'Nonce has expired or is invalid' },
    }
    expect(await change('a new secret', '123456')).toMatchObject(notValid)
    const code = await codeByMail()
    expect(careful.mails.at(-1)?.subject).toBe(`${code} is your verification code`)
    expect(await change('a new secret', code === '000000' ? '111111' : '000000')).toMatchObject(notValid)
    expect((await change('a new secret', code)).status).toBe(200)
    expect(await change('another secret', code)).toMatchObject(notValid)
    const late = await codeByMail()
    await bed.sql(`update auth.users set reauthentication_sent_at = now() - interval '61 minutes' where id = $1`, [
      session.user.id,
    ])
    expect(await change('another secret', late)).toMatchObject(notValid)
  })

  it('does not ask an address that no mail reaches to confirm its change', async () => {
    const service = await bed.service()
    await service.confirmed('admin@agency.local')
    const { body: session } = await service.signIn('admin@agency.local')
    service.mails.length = 0
    await service.call('PUT', '/user', { token: session.access_token, body: { email: 'owner@north.test' } })
    expect(service.mails.map(({ to }) => to)).toEqual(['owner@north.test'])
    await service.call('GET', linkOf(service.mails[0]))
    expect((await service.signIn('owner@north.test')).status).toBe(200)
  })

  it('may let the new address alone confirm a change', async () => {
    const plain = await bed.service({ toml: '[auth.email]\ndouble_confirm_changes = false' })
    await plain.confirmed('plain@north.test')
    const { body: session } = await plain.signIn('plain@north.test')
    plain.mails.length = 0
    await plain.call('PUT', '/user', { token: session.access_token, body: { email: 'plainer@north.test' } })
    expect(plain.mails.map(({ to }) => to)).toEqual(['plainer@north.test'])
    await plain.call('GET', linkOf(plain.mails[0]))
    expect((await plain.signIn('plainer@north.test')).status).toBe(200)
  })
})
