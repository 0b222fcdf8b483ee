import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import { afterAll, expect, it } from 'vitest'
import { parseConfig } from '../kernel/config/environment-variables.ts'
import { freePort } from '../testing/free-port.ts'
import { visitorAddress } from './visitor-address.ts'

const server = createServer()
const port = await freePort()
await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
afterAll(() => server.close())

/** The address of a request with these headers, where these proxies are trusted. */
function seen(headers: IncomingHttpHeaders, proxies?: string) {
  const addressOf = visitorAddress(parseConfig(proxies === undefined ? {} : { TRUSTED_PROXIES: proxies }))
  const { promise, resolve } = Promise.withResolvers<string>()
  server.removeAllListeners('request').once('request', (incoming, answer) => {
    resolve(addressOf(incoming))
    answer.end()
  })
  request({ host: '127.0.0.1', port, headers }).end()
  return promise
}

it('is the one that a proxy on this machine names, and no other', async () => {
  expect(await seen({})).toBe('127.0.0.1')
  expect(await seen({ 'x-forwarded-for': '203.0.113.7' })).toBe('203.0.113.7')
  expect(await seen({ 'x-forwarded-for': '10.0.0.1, 203.0.113.7' })).toBe('203.0.113.7')
  expect(await seen({ 'x-forwarded-for': '203.0.113.7' }, '192.0.2.1')).toBe('127.0.0.1')
  expect(await seen({ 'x-forwarded-for': '203.0.113.7, 10.0.0.1' }, 'loopback, 10.0.0.0/8')).toBe('203.0.113.7')
})

it('has no port, so that each connection is not a visitor of its own', async () => {
  expect(await seen({ 'x-forwarded-for': '203.0.113.7:40001' })).toBe('203.0.113.7')
  expect(await seen({ 'x-forwarded-for': '[2001:db8::7]:40001' })).toBe('2001:db8::7')
  expect(await seen({ 'x-forwarded-for': '203.0.113.7:40001, 10.0.0.1:443' }, 'loopback, 10.0.0.0/8')).toBe(
    '203.0.113.7',
  )
  expect(await seen({ 'x-forwarded-for': '127.0.0.1:1, 203.0.113.7:40001' })).toBe('203.0.113.7')
})

it('is that of the nearest known proxy where one names something else', async () => {
  expect(await seen({ 'x-forwarded-for': 'unknown' })).toBe('127.0.0.1')
  expect(await seen({ 'x-forwarded-for': '203.0.113.7, made up' })).toBe('127.0.0.1')
  expect(await seen({ 'x-forwarded-for': '203.0.113.7, made up, 10.0.0.1' }, 'loopback, 10.0.0.0/8')).toBe('10.0.0.1')
  expect(await seen({ 'x-forwarded-for': 'made up, 203.0.113.7' })).toBe('203.0.113.7')
})
