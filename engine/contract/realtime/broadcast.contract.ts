import { describe, expect, it } from 'vitest'
import { engine } from '../engine.ts'
import { join, topic, visitor } from './client.ts'

describe.each(['1.0.0', '2.0.0'] as const)('realtime-js in version %s', (vsn) => {
  it('broadcasts to the others, to itself when asked, and hears that it arrived', async () => {
    const name = topic()
    const heard: unknown[] = []
    const others = visitor({ vsn: '2.0.0' })
      .channel(name)
      .on('broadcast', { event: 'héllo' }, ({ payload }) => heard.push(payload))
    const echo: unknown[] = []
    const config = { broadcast: { ack: true, self: true } }
    const mine = visitor({ vsn })
      .channel(name, { config })
      .on('broadcast', { event: '*' }, ({ payload }) => echo.push(payload))
    await Promise.all([join(others), join(mine)])
    expect(await mine.send({ type: 'broadcast', event: 'héllo', payload: { a: 'ü' } })).toBe('ok')
    await expect.poll(() => [heard, echo]).toEqual([[{ a: 'ü' }], [{ a: 'ü' }]])
  })

  it('does not hear itself unless it asked', async () => {
    const name = topic()
    const mine: unknown[] = []
    const theirs: unknown[] = []
    const me = visitor({ vsn }).channel(name)
    me.on('broadcast', { event: '*' }, ({ payload }) => mine.push(payload))
    const them = visitor({ vsn }).channel(name)
    them.on('broadcast', { event: '*' }, ({ payload }) => theirs.push(payload))
    await Promise.all([join(me), join(them)])
    await me.send({ type: 'broadcast', event: 'x', payload: { from: 'me' } })
    await expect.poll(() => theirs).toEqual([{ from: 'me' }])
    await them.send({ type: 'broadcast', event: 'x', payload: { from: 'them' } })
    await expect.poll(() => mine).toEqual([{ from: 'them' }])
  })
})

it('carries raw bytes', async () => {
  const name = topic()
  const heard: unknown[] = []
  const others = visitor()
    .channel(name)
    .on('broadcast', { event: 'bytes' }, ({ payload }) => heard.push(payload))
  const mine = visitor().channel(name)
  await Promise.all([join(others), join(mine)])
  await mine.send({ type: 'broadcast', event: 'bytes', payload: new Uint8Array([1, 2, 255]).buffer })
  await mine.httpSend('bytes', new Uint8Array([3, 4]))
  await expect
    .poll(() => heard.map((bytes) => (bytes instanceof ArrayBuffer ? [...new Uint8Array(bytes)] : bytes)))
    .toEqual([
      [1, 2, 255],
      [3, 4],
    ])
})

it('sends over HTTP without a socket', async () => {
  const name = topic()
  const heard: unknown[] = []
  await join(
    visitor()
      .channel(name)
      .on('broadcast', { event: '*' }, ({ event, payload }) => heard.push([event, payload])),
  )
  const sender = visitor({ logger: () => {} }).channel(name)
  expect(await sender.httpSend('one/two', { a: 1 })).toEqual({ success: true })
  // `send()` uses HTTP before the channel has joined.
  expect(await sender.send({ type: 'broadcast', event: 'early', payload: { b: 2 } })).toBe('ok')
  await expect
    .poll(() => heard)
    .toEqual([
      ['one/two', { a: 1 }],
      ['early', { b: 2 }],
    ])
})

it('refuses over HTTP what is no batch of messages', async () => {
  const headers = { apikey: engine.anonKey, 'content-type': 'application/json' }
  const post = (body: unknown) =>
    fetch(`${engine.url}/realtime/v1/api/broadcast`, { method: 'POST', headers, body: JSON.stringify(body) })
  const refused = await post({ messages: [{ topic: '' }] })
  expect([refused.status, await refused.json()]).toMatchObject([422, { errors: { messages: expect.anything() } }])
  const message = { topic: topic(), event: 'x', payload: {} }
  expect((await post({ messages: [message, { ...message, private: true }] })).status).toBe(202)
})

it('refuses over HTTP a token that is none, and a body of another kind', async () => {
  const post = async (path: string, headers: Record<string, string>) => {
    const init = { method: 'POST', headers: { apikey: engine.anonKey, ...headers }, body: '{"messages":[]}' }
    const response = await fetch(`${engine.url}/realtime/v1/api/broadcast${path}`, init)
    return [response.status, await response.json()]
  }
  const one = `/${topic()}/events/x`
  for (const path of ['', one]) {
    const forged = {
      authorization: `Bearer ${engine.anonKey.slice(0, -8)}AAAAAAAA`,
      'content-type': 'application/json',
    }
    expect(await post(path, forged)).toEqual([401, { message: 'Unauthorized' }])
  }
  for (const type of ['text/plain', 'text/xml']) {
    expect(await post(one, { 'content-type': type })).toEqual([
      415,
      { error: expect.stringMatching(/^Unsupported Media Type\. /) },
    ])
  }
})
