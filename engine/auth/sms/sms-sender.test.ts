import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { describe, expect, it } from 'vitest'
import { ConfigError } from '../../kernel/config/environment-variables.ts'
import { createTestBed, password } from '../testing/test-bed.ts'

const key = Buffer.from('a key that only the webhook and we know').toString('base64')

const bed = await createTestBed()

/** A provider of text messages that answers as told and records its requests. */
async function provider(answer: { status: number; body: string }) {
  const received: { headers: IncomingHttpHeaders; body: string }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The provider has no port.')
  const { port } = address
  const service = await bed.service({
    toml: `[auth.sms]\nenable_signup = true\n${hook(`http://127.0.0.1:${port}/sms`, `v1,whsec_${key}`)}`,
  })
  return {
    received,
    signUp: (phone: string) => service.call('POST', '/signup', { body: { phone, password } }),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

const hook = (uri: string, secrets: string) =>
  `[auth.hook.send_sms]\nenabled = true\nuri = "${uri}"\nsecrets = "${secrets}"`

describe('the send_sms hook', () => {
  it('is handed the code, signed', async () => {
    const { received, signUp, close } = await provider({ status: 200, body: '{}' })
    const { status, body: user } = await signUp('+4915100000011')
    await close()
    expect(status).toBe(200)
    const [{ headers, body } = { headers: {}, body: '' }] = received
    const told = JSON.parse(body)
    expect(told).toMatchObject({
      user: { id: user.id, phone: '4915100000011' },
      sms: { otp: expect.stringMatching(/^\d{6}$/), phone: '4915100000011' },
    })
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    const signature = createHmac('sha256', Buffer.from(key, 'base64')).update(signed).digest('base64')
    expect(headers['webhook-signature']).toBe(`v1,${signature}`)
  })

  it.each([
    ['that refuses', { status: 503, body: '' }, '+4915100000012'],
    ['that says it failed', { status: 200, body: '{"error": {"http_code": 500}}' }, '+4915100000013'],
  ])('%s fails the sign-up, and leaves nobody behind', async (_, answer, phone) => {
    const { signUp, close } = await provider(answer)
    expect(await signUp(phone)).toMatchObject({ status: 422, body: { code: 'sms_send_failed' } })
    await close()
    expect(await bed.sql('select from auth.users where phone = $1', [phone.slice(1)])).toHaveLength(0)
  })

  it.each([
    ['uri', hook('ftp://127.0.0.1', `v1,whsec_${key}`)],
    ['secrets', hook('https://example.com', 'whsec_nothing')],
  ])('with a wrong %s stops the start in one line that names it', async (name, toml) => {
    await expect(bed.service({ toml })).rejects.toThrow(ConfigError)
    await expect(bed.service({ toml })).rejects.toThrow(`auth.hook.send_sms.${name}`)
  })
})

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
