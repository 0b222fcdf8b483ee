import { describe, expect, it } from 'vitest'
import { createTestBed, linkOf, password } from './testing/test-bed.ts'

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

it('stops all mail when the hour’s quota is used up, for known and unknown people alike', async () => {
  const service = await bed.service({ rateLimits: true, toml: '[auth.rate_limit]\nemail_sent = 2' })
  await service.signUp('first@quota.test')
  await service.signUp('second@quota.test')
  const usedUp = { status: 429, body: { code: 'over_email_send_rate_limit', message: 'email rate limit exceeded' } }
  expect(await service.signUp('third@quota.test')).toMatchObject(usedUp)
  expect(await service.call('POST', '/recover', { body: { email: 'ghost@quota.test' } })).toMatchObject(usedUp)
  expect(await bed.sql(`select from auth.users where email = 'third@quota.test'`)).toHaveLength(0)
  expect((await service.call('GET', linkOf(service.mails[0]))).status).toBe(303)
})
