import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { ConfigError } from 'engine/feature'
import { createTestBed } from 'engine/testing/features'
import { describe, expect, it } from 'vitest'

const key = Buffer.from('a key that only the webhook and we know').toString('base64')

const password = 'harbor bakery'

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
