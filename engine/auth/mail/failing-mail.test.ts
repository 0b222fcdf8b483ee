import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { authFeature } from '../feature.ts'
import { authFeatures } from '../features.ts'
import { createTestBed, linkOf } from '../testing/test-bed.ts'

const bed = await createTestBed()
const service = await bed.service()
const ownWayThatFails = authFeature({
  section: z.looseObject({}),
  load: async () => () => ({
    sendMail: async () => {
      throw new Error('connection refused')
    },
  }),
})
/** The same users in a service whose project sends its mails itself and fails. */
const broken = await bed.service({ features: [ownWayThatFails, ...authFeatures] })

describe('when the mail server takes nothing', () => {
  let isDown = true
  const down = async () => {
    if (isDown) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNECTION' })
  }

  it('people sign up, ask for links and change all the same, and their mails wait', async () => {
    const waiting = await bed.service({
      send: down,
      toml: '[auth.email.notification.password_changed]\nenabled = true',
    })
    expect((await waiting.signUp('eager@north.test')).status).toBe(200)
    const [mail] = await bed.sql(`select * from mail.mails where recipient = 'eager@north.test'`)
    expect(mail).toMatchObject({ state: 'waiting', urgency: 1, attempts: 1, failure: 'connect ECONNREFUSED' })
    await service.confirmed('reader@north.test')
    const body = { email: 'reader@north.test' }
    expect((await waiting.call('POST', '/recover', { body })).status).toBe(200)
    const { body: session } = await waiting.signIn('reader@north.test')
    const change = { token: session.access_token, body: { password: 'another secret' } }
    expect((await waiting.call('PUT', '/user', change)).status).toBe(200)
    expect(waiting.mails).toEqual([])

    isDown = false
    await waiting.sendDue()
    expect(waiting.mails.map(({ to, subject }) => `${to}: ${subject}`)).toEqual([
      'reader@north.test: Reset your password',
      'eager@north.test: Confirm your email address',
      'reader@north.test: Your password has been changed',
    ])
    const confirmation = waiting.mails.find(({ to }) => to === 'eager@north.test')
    expect((await service.call('GET', linkOf(confirmation))).headers.location).toContain('access_token')
  })
})

describe('when the project sends its mails itself, and cannot', () => {
  it('nothing of the sign-up stays', async () => {
    expect(await broken.signUp('unlucky@north.test')).toMatchObject({
      status: 500,
      body: { code: 'unexpected_failure' },
    })
    expect(await bed.sql(`select from auth.users where email = 'unlucky@north.test'`)).toHaveLength(0)
  })

  it('the old link of a person stays good', async () => {
    await service.signUp('patient@north.test')
    const link = linkOf(service.mails.at(-1))
    const body = { type: 'signup', email: 'patient@north.test' }
    expect((await broken.call('POST', '/resend', { body })).status).toBe(500)
    expect((await service.call('GET', link)).headers.location).toContain('access_token')
  })

  it('the link of an earlier sign-up confirms no later one, whose own never came', async () => {
    await service.signUp('hasty@north.test')
    const link = linkOf(service.mails.at(-1))
    const later = { email: 'hasty@north.test', password: 'of somebody else' }
    expect((await broken.call('POST', '/signup', { body: later })).status).toBe(500)
    expect((await service.call('GET', link)).headers.location).toContain('otp_expired')
    const signIn = await service.signIn('hasty@north.test', 'of somebody else')
    expect(signIn.body.code).toBe('email_not_confirmed')
  })

  it('the recovery link and the password of a person stay good', async () => {
    await service.confirmed('steady@north.test')
    await service.call('POST', '/recover', { body: { email: 'steady@north.test' } })
    const link = linkOf(service.mails.at(-1))
    expect((await broken.call('POST', '/recover', { body: { email: 'steady@north.test' } })).status).toBe(500)
    expect((await service.call('GET', link)).headers.location).toContain('access_token')
  })

  it('nothing of a request that changes address and password stays', async () => {
    await service.confirmed('both@north.test')
    const { body: session } = await service.signIn('both@north.test')
    const body = { email: 'both-new@north.test', password: 'another secret', data: { a: 1 } }
    const { access_token: token } = session
    expect((await broken.call('PUT', '/user', { token, body })).status).toBe(500)
    const { body: user } = await service.call('GET', '/user', { token })
    expect(user).not.toHaveProperty('new_email')
    expect(user.user_metadata).not.toHaveProperty('a')
    expect((await service.signIn('both@north.test')).status).toBe(200)
    expect(await bed.sql('select from auth.one_time_tokens where user_id = $1', [session.user.id])).toHaveLength(0)
  })

  it('and both work when it does not fail', async () => {
    await service.confirmed('two@north.test')
    const { body: session } = await service.signIn('two@north.test')
    const body = { email: 'two-new@north.test', password: 'another secret' }
    service.mails.length = 0
    await service.call('PUT', '/user', { token: session.access_token, body })
    for (const mail of service.mails) await service.call('GET', linkOf(mail))
    expect((await service.signIn('two-new@north.test', 'another secret')).status).toBe(200)
  })
})

it('does not keep the database waiting for the mail server', async () => {
  let answer = () => {}
  const asked = Promise.withResolvers<void>()
  const slow = await bed.service({
    send: () => {
      asked.resolve()
      return new Promise<void>((resolve) => {
        answer = resolve
      })
    },
  })
  const signingUp = slow.signUp('slow-mail@north.test')
  await asked.promise
  expect((await service.signIn('ghost@north.test')).status).toBe(400)
  answer()
  expect((await signingUp).status).toBe(200)
})
