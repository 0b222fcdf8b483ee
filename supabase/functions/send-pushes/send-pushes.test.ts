import { createECDH, createPublicKey, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import ece from 'http_ece'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { type Push, sendPushes } from './send-pushes.ts'
import { deriveVapidKeys } from './vapid-keys.ts'

/** Pushes against a push service of our own on loopback, which decrypts what it gets as a browser does. */

const ENDPOINT = 'https://updates.push.services.mozilla.com/wpush/v2/a-browser'

const received: { headers: IncomingHttpHeaders; body: Buffer }[] = []
let status = 201
const pushService = createServer(async (request, response) => {
  received.push({ headers: request.headers, body: await buffer(request) })
  response.writeHead(status).end()
})
beforeAll(() => new Promise<void>((resolve) => pushService.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise((resolve) => pushService.close(resolve)))
beforeEach(() => {
  received.length = 0
  status = 201
  settled.length = 0
})

const browser = createECDH('prime256v1')
const auth = randomBytes(16)
const push: Push = {
  notice: '5d55a329-12b3-43f4-843b-effa5ff8fb4d',
  device: 'd0000000-0000-4000-8000-000000000001',
  endpoint: ENDPOINT,
  keys: { p256dh: browser.generateKeys('base64url'), auth: auth.toString('base64url') },
  words: { what: 'Ana mentioned you', about: `In a note about ${'a'.repeat(200)}` },
}
const settled: [Push, boolean][] = []
const keys = deriveVapidKeys('a secret key')

const send = () =>
  sendPushes({
    pushes: { claim: async () => [push], settle: async (...one) => void settled.push(one) },
    keys,
    siteUrl: 'https://north.test',
    fetch: (url, init) => {
      const { port } = pushService.address() as AddressInfo
      return fetch(String(url).replace(new URL(ENDPOINT).origin, `http://127.0.0.1:${port}`), init)
    },
  })

it('[notices.md#device] a notice arrives as the browser alone can read it, signed by the key that the browser was given', async () => {
  await send()
  const [{ headers, body } = { headers: {}, body: Buffer.alloc(0) }] = received
  const text = ece.decrypt(body, { version: 'aes128gcm', privateKey: browser, authSecret: auth.toString('base64url') })
  const shown = JSON.parse(text.toString())
  expect(shown).toMatchObject({ id: push.notice, title: 'Ana mentioned you' })
  expect(shown.body).toHaveLength(120)
  expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '21600' })

  const [, token = '', publicKey] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? []
  expect(publicKey).toBe(keys.publicKey)
  const [header, claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(keys.publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const key = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } })
  const signed = Buffer.from(`${header}.${claims}`)
  const bytes = Buffer.from(signature, 'base64url')
  expect(verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, bytes)).toBe(true)
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
    aud: new URL(ENDPOINT).origin,
    sub: 'https://north.test',
  })
  expect(settled).toEqual([[push, false]])
})

it.each([404, 410])('a device that its push service does not know any more (%i) is forgotten', async (answer) => {
  status = answer
  await send()
  expect(settled).toEqual([[push, true]])
})

it.each([302, 429, 500])('what a push service does not take (%i) is left for later', async (answer) => {
  status = answer
  const warned = vi.spyOn(console, 'warn').mockReturnValue()
  await send()
  expect(settled).toEqual([])
  expect(warned.mock.calls).toEqual([[`The push service updates.push.services.mozilla.com answered with ${answer}.`]])
  warned.mockRestore()
})

it('the keys follow from the secret key alone', () => {
  expect(deriveVapidKeys('a secret key')).toEqual(keys)
  expect(deriveVapidKeys('another').publicKey).not.toBe(keys.publicKey)
})
