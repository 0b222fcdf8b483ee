import { describe, expect, it } from 'vitest'
import { createTestBed, password } from '../testing/test-bed.ts'

const bed = await createTestBed()

describe('text messages to one person', () => {
  it('leave a while between two, and are as rare for who does not exist', async () => {
    const service = await bed.service({ rateLimits: true, toml: '[auth.sms]\nenable_signup = true' })
    const post = (path: string, body: object) => service.call('POST', path, { body })
    await post('/signup', { phone: '+4915100000021', password })
    for (const phone of ['+4915100000021', '+4915100000022']) {
      if (phone.endsWith('2')) await post('/resend', { type: 'sms', phone })
      const refused = await post('/resend', { type: 'sms', phone })
      expect(refused).toMatchObject({ status: 429, body: { code: 'over_sms_send_rate_limit' } })
      expect(refused.body.message).toMatch(/^For security purposes, you can only request this after \d+ seconds\.$/)
    }
  })

  it('as the second step make nobody wait for what somebody else asked for elsewhere', async () => {
    const toml = '[auth.mfa.phone]\nenroll_enabled = true\nverify_enabled = true'
    const service = await bed.service({ rateLimits: true, toml })
    await service.confirmed('phone@factors.test')
    const { access_token: token } = (await service.signIn('phone@factors.test')).body
    const body = { factor_type: 'phone', phone: '+4915100000025' }
    const { id } = (await service.call('POST', '/factors', { token, body })).body
    const challenge = (from: string) => service.call('POST', `/factors/${id}/challenge`, { token, body: {}, from })
    expect((await challenge('203.0.113.1')).status).toBe(200)
    expect(await challenge('203.0.113.1')).toMatchObject({ status: 429, body: { code: 'over_sms_send_rate_limit' } })
    expect((await challenge('198.51.100.1')).status).toBe(200)
  })

  it('end with the hour’s quota', async () => {
    const toml = '[auth.sms]\nenable_signup = true\n[auth.rate_limit]\nsms_sent = 1'
    const service = await bed.service({ rateLimits: true, toml })
    await service.call('POST', '/otp', { body: { phone: '+4915100000031' } })
    expect(await service.call('POST', '/otp', { body: { phone: '+4915100000032' } })).toMatchObject({
      status: 429,
      body: { code: 'over_sms_send_rate_limit', message: 'SMS rate limit exceeded' },
    })
  })
})

it('a code by text message is good for a minute', async () => {
  const toml = '[auth.sms]\nenable_signup = true\n[auth.sms.test_otp]\n4915100000041 = "123456"'
  const service = await bed.service({ toml })
  const phone = '+4915100000041'
  await service.call('POST', '/otp', { body: { phone } })
  const verify = () => service.call('POST', '/verify', { body: { type: 'sms', phone, token: '123456' } })
  await bed.sql(`update auth.users set confirmation_sent_at = now() - interval '61 seconds' where phone = $1`, [
    phone.slice(1),
  ])
  expect(await verify()).toMatchObject({ status: 403, body: { code: 'otp_expired' } })
  await service.call('POST', '/otp', { body: { phone } })
  expect((await verify()).status).toBe(200)
})
