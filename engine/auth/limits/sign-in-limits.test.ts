import { describe, expect, it } from 'vitest'
import { createTestBed, linkOf, password } from '../testing/test-bed.ts'

const bed = await createTestBed()

const tooMany = { status: 429, body: { code: 'over_request_rate_limit', message: 'Request rate limit reached' } }

describe('an address that calls too often', () => {
  it('is refused, route by route, and without a hint when to come back', async () => {
    const service = await bed.service({ rateLimits: true, toml: '[auth.rate_limit]\nsign_in_sign_ups = 3' })
    const recover = () => service.call('POST', '/recover', { body: {} })
    for (let i = 0; i < 3; i++) expect((await recover()).status).toBe(400)
    const refused = await recover()
    expect(refused).toMatchObject(tooMany)
    expect(refused.headers).not.toHaveProperty('retry-after')
    expect((await service.call('POST', '/resend', { body: {} })).status).toBe(400)
    expect((await service.call('POST', '/recover', { body: {}, from: '192.0.2.2' })).status).toBe(400)
  })

  it('shares one count over the links and the codes of mails', async () => {
    const service = await bed.service({ rateLimits: true, toml: '[auth.rate_limit]\ntoken_verifications = 2' })
    await service.call('GET', '/verify?type=signup&token=x')
    await service.call('POST', '/verify', { body: {} })
    expect(await service.call('GET', '/verify?type=signup&token=x')).toMatchObject(tooMany)
  })

  it('may sign in anonymously only so often an hour', async () => {
    const toml = '[auth]\nenable_anonymous_sign_ins = true\n[auth.rate_limit]\nanonymous_users = 2'
    const service = await bed.service({ rateLimits: true, toml })
    for (let i = 0; i < 2; i++) expect((await service.call('POST', '/signup', { body: {} })).status).toBe(200)
    expect(await service.call('POST', '/signup', { body: {} })).toMatchObject(tooMany)
    expect((await service.signUp('named@north.test')).status).toBe(200)
  })

  it('is welcome where limits are off', async () => {
    const service = await bed.service({ toml: '[auth.rate_limit]\nsign_in_sign_ups = 1' })
    for (let i = 0; i < 5; i++) expect((await service.call('POST', '/recover', { body: {} })).status).toBe(400)
  })
})

describe('an account whose password is guessed', () => {
  it.each([
    ['that exists', true],
    ['that does not', false],
  ])('%s is closed to the guesser, and open to its owner elsewhere', async (_, exists) => {
    const service = await bed.service({ rateLimits: true })
    const email = `guessed-${exists}@north.test`
    if (exists) await service.confirmed(email)
    for (let i = 0; i < 10; i++) expect((await service.signIn(email, `guess ${i}`)).status).toBe(400)
    expect(await service.signIn(email, password)).toMatchObject(tooMany)
    expect((await service.signIn(email, password, '192.0.2.9')).status).toBe(exists ? 200 : 400)
  })

  it('counts guesses that come at once', async () => {
    const service = await bed.service({ rateLimits: true })
    const guesses = Array.from({ length: 15 }, (_, i) => service.signIn('parallel@north.test', `guess ${i}`))
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(5)
  })

  it('does not count what was right', async () => {
    const service = await bed.service({ rateLimits: true })
    await service.confirmed('frequent@north.test')
    for (let i = 0; i < 12; i++) expect((await service.signIn('frequent@north.test')).status).toBe(200)
  })

  it('counts guessed codes too', async () => {
    const service = await bed.service({ rateLimits: true })
    const guess = (token: string) =>
      service.call('POST', '/verify', { body: { type: 'email', email: 'codes@north.test', token } })
    for (let i = 0; i < 10; i++) expect((await guess(`00000${i}`)).status).toBe(403)
    expect(await guess('123456')).toMatchObject(tooMany)
  })
})

it('lets the owner in by the code of their mail, however many wrong ones came from everywhere', async () => {
  const toml = '[auth.email.template.magic_link]\nsubject = "{{ .Token }}"\ncontent_path = "./supabase/code.html"'
  const service = await bed.service({ rateLimits: true, toml, files: { 'code.html': '<p>{{ .Token }}</p>' } })
  const email = 'besieged@north.test'
  await service.confirmed(email)
  await service.call('POST', '/otp', { body: { email } })
  const code = service.mails.at(-1)?.subject ?? ''
  expect(code).toMatch(/^\d{6}$/)
  const type = async (token: string, from: string) =>
    (await service.call('POST', '/verify', { body: { type: 'email', email, token }, from })).status
  const wrong = code === '000000' ? '000001' : '000000'
  for (let number = 0; number < 300; number++) expect(await type(wrong, `203.0.113.${number % 30}`)).toBe(403)
  const late = Array.from({ length: 5 }, () => type(wrong, '203.0.113.40'))
  expect((await Promise.all(late)).filter((status) => status === 429)).toHaveLength(2)
  expect(await type(code, '198.51.100.7')).toBe(200)
})

describe('a second factor whose code is guessed', () => {
  it('is closed after ten guesses, whichever challenge they answer', async () => {
    const service = await bed.service({ rateLimits: true })
    await service.confirmed('factor@north.test')
    const { body: session } = await service.signIn('factor@north.test')
    const post = (path: string, body = {}) => service.call('POST', path, { token: session.access_token, body })
    const { body: factor } = await post('/factors', { factor_type: 'totp' })
    const guess = async (code: string) => {
      const { body: challenge } = await post(`/factors/${factor.id}/challenge`)
      return post(`/factors/${factor.id}/verify`, { challenge_id: challenge.id, code })
    }
    for (let i = 0; i < 10; i++) expect((await guess('no code')).body.code).toBe('mfa_verification_failed')
    expect(await guess('no code')).toMatchObject(tooMany)
  })
})

describe('mails to one person', () => {
  const tooSoon = (answer: { status: number; body: { code: string; message: string } }) => {
    expect(answer).toMatchObject({ status: 429, body: { code: 'over_email_send_rate_limit' } })
    expect(answer.body.message).toMatch(/^For security purposes, you can only request this after \d+ seconds\.$/)
  }

  it('leave a minute between two of a kind', async () => {
    const service = await bed.service({ rateLimits: true })
    await service.signUp('often@north.test')
    tooSoon(await service.call('POST', '/resend', { body: { type: 'signup', email: 'often@north.test' } }))
    tooSoon(await service.signUp('often@north.test'))
    expect((await service.call('POST', '/recover', { body: { email: 'often@north.test' } })).status).toBe(200)
    tooSoon(await service.call('POST', '/recover', { body: { email: 'often@north.test' } }))
    expect(service.mails).toHaveLength(2)
  })

  it('are refused as soon to people who do not exist, so that asking twice tells nothing', async () => {
    const service = await bed.service({ rateLimits: true })
    await service.confirmed('exists@north.test')
    for (const email of ['exists@north.test', 'ghost@north.test']) {
      expect((await service.call('POST', '/recover', { body: { email } })).status).toBe(200)
      tooSoon(await service.call('POST', '/recover', { body: { email } }))
    }
    expect((await service.signUp('exists@north.test')).status).toBe(200)
    tooSoon(await service.signUp('exists@north.test'))
  })

  it('may come as often as the project says', async () => {
    const service = await bed.service({ rateLimits: true, toml: '[auth.email]\nmax_frequency = "0s"' })
    await service.signUp('eager@north.test')
    expect((await service.signUp('eager@north.test')).status).toBe(200)
  })
})

describe('the mails of an hour', () => {
  const usedUp = { status: 429, body: { code: 'over_email_send_rate_limit', message: 'email rate limit exceeded' } }
  type Service = Awaited<ReturnType<typeof bed.service>>
  const signUp = ({ call }: Service, name: string, from: string) =>
    call('POST', '/signup', { body: { email: `${name}@quota.test`, password }, from })
  const recover = ({ call }: Service, name: string, from: string) =>
    call('POST', '/recover', { body: { email: `${name}@quota.test` }, from })
  const limits = (most: number, settings = '') => ({
    rateLimits: true,
    toml: `[auth.rate_limit]\nemail_sent = ${most}\n${settings}\n[auth.email]\nmax_frequency = "0s"`,
  })
  /** A user who has confirmed their address at another time. */
  const known = async (name: string) => (await bed.service()).confirmed(`${name}@quota.test`)

  it('go to strangers by half, so that a flood of sign-ups leaves their mail to those who are known', async () => {
    await known('owner')
    const service = await bed.service(limits(10))
    for (let number = 0; number < 12; number++) await signUp(service, `flood${number}`, `203.0.113.${number % 4}`)
    expect(service.mails).toHaveLength(5)
    expect(await signUp(service, 'late', '203.0.113.9')).toMatchObject(usedUp)
    expect(await signUp(service, 'owner', '203.0.113.9')).toMatchObject(usedUp)
    expect(await bed.sql(`select from auth.users where email = 'late@quota.test'`)).toHaveLength(0)

    for (const name of ['owner', 'ghost']) expect((await recover(service, name, '198.51.100.1')).status).toBe(200)
    expect(service.mails.at(-1)?.to).toBe('owner@quota.test')
    expect((await service.call('GET', linkOf(service.mails.at(-1)))).status).toBe(303)
  })

  it('are asked for by one address up to a fifth, whoever they go to', async () => {
    await known('near')
    const service = await bed.service(limits(10))
    for (const name of ['near', 'ghost']) expect((await recover(service, name, '203.0.113.1')).status).toBe(200)
    for (const name of ['near', 'ghost']) expect(await recover(service, name, '203.0.113.1')).toMatchObject(usedUp)
    expect(await signUp(service, 'far', '203.0.113.1')).toMatchObject(usedUp)
    expect((await recover(service, 'near', '203.0.113.2')).status).toBe(200)
  })

  it('are never all gone for somebody who is known, asking from where nobody has asked, and a ghost looks the same', async () => {
    await known('late.owner')
    await signUp(await bed.service(), 'begun', '203.0.113.1')
    const shares = 'email_sent_to_strangers = 2\nemail_sent_per_address = 100'
    const service = await bed.service(limits(2, shares))
    for (const name of ['one', 'two']) expect((await signUp(service, name, '203.0.113.1')).status).toBe(200)
    for (const name of ['late.owner', 'begun', 'ghost']) {
      const statuses = []
      for (let time = 0; time < 4; time++) statuses.push((await recover(service, name, '203.0.113.1')).status)
      expect(statuses).toEqual([200, 200, 200, 429])
      expect((await recover(service, name, '198.51.100.1')).status).toBe(200)
    }
    expect(service.mails.filter(({ to }) => to === 'late.owner@quota.test')).toHaveLength(4)
  })
})
