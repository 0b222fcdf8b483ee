import { createClient, type RealtimeChannel } from '@supabase/supabase-js'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { engine } from './engine.ts'
import { person } from './people.ts'
import { clientOptions } from './rest-client.ts'

const clients: { removeAllChannels(): Promise<unknown>; realtime: { disconnect(): unknown } }[] = []
afterEach(async () => {
  for (const client of clients.splice(0)) {
    await client.removeAllChannels()
    client.realtime.disconnect()
  }
})

function visitor(vsn: '1.0.0' | '2.0.0' = '2.0.0') {
  const client = createClient(engine.url, engine.anonKey, { ...clientOptions, realtime: { vsn } })
  clients.push(client)
  return client
}

async function somebody() {
  const who = await person()
  clients.push(who.client)
  await who.client.realtime.setAuth()
  return who
}

/** Subscribes, and collects the states the channel passes through. */
async function join(channel: RealtimeChannel, state = 'SUBSCRIBED') {
  const states: string[] = []
  channel.subscribe((status) => states.push(status))
  await expect.poll(() => states, { timeout: 10_000 }).toContain(state)
  return states
}

const topic = () => `room:${crypto.randomUUID()}`

describe.each(['1.0.0', '2.0.0'] as const)('realtime-js in version %s', (vsn) => {
  it('passes through closed, joining, joined and, having left, closed', async () => {
    const channel = visitor(vsn).channel(topic())
    expect(channel.state).toBe('closed')
    const joined = join(channel)
    expect(channel.state).toBe('joining')
    const states = await joined
    expect(channel.state).toBe('joined')
    expect(await channel.unsubscribe()).toBe('ok')
    expect(channel.state).toBe('closed')
    expect(states).toEqual(['SUBSCRIBED', 'CLOSED'])
  })

  it('broadcasts to the others, to itself when asked, and hears that it arrived', async () => {
    const name = topic()
    const heard: unknown[] = []
    const others = visitor('2.0.0')
      .channel(name)
      .on('broadcast', { event: 'héllo' }, ({ payload }) => heard.push(payload))
    const echo: unknown[] = []
    const config = { broadcast: { ack: true, self: true } }
    const mine = visitor(vsn)
      .channel(name, { config })
      .on('broadcast', { event: '*' }, ({ payload }) => echo.push(payload))
    await Promise.all([join(others), join(mine)])
    expect(await mine.send({ type: 'broadcast', event: 'héllo', payload: { a: 'ü' } })).toBe('ok')
    await expect.poll(() => [heard, echo]).toEqual([[{ a: 'ü' }], [{ a: 'ü' }]])
  })

  it('knows who is there, who came and who went', async () => {
    const name = topic()
    const watching = visitor(vsn)
      .channel(name)
      .on('presence', { event: 'sync' }, () => {})
    await join(watching)
    const client = visitor(vsn)
    const ana = client
      .channel(name, { config: { presence: { key: 'ana' } } })
      .on('presence', { event: 'sync' }, () => {})
    await join(ana)
    expect(await ana.track({ mood: 'good' })).toBe('ok')
    const seen = () =>
      Object.entries(watching.presenceState()).map(([key, [meta]]) => [key, Reflect.get(meta ?? {}, 'mood')])
    await expect.poll(seen).toEqual([['ana', 'good']])
    await ana.track({ mood: 'better' })
    await expect.poll(seen).toEqual([['ana', 'better']])
    await ana.untrack()
    await expect.poll(seen).toEqual([])
    await ana.track({ mood: 'back' })
    await expect.poll(seen).toEqual([['ana', 'back']])
    const late = visitor(vsn)
      .channel(name)
      .on('presence', { event: 'sync' }, () => {})
    await join(late)
    await expect.poll(() => Object.keys(late.presenceState())).toEqual(['ana'])
    client.realtime.disconnect()
    await expect.poll(seen).toEqual([])
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
  await expect
    .poll(() => heard.map((bytes) => (bytes instanceof ArrayBuffer ? [...new Uint8Array(bytes)] : bytes)))
    .toEqual([[1, 2, 255]])
})

it('sends over HTTP without a socket', async () => {
  const name = topic()
  const heard: unknown[] = []
  await join(
    visitor()
      .channel(name)
      .on('broadcast', { event: '*' }, ({ event, payload }) => heard.push([event, payload])),
  )
  const sender = visitor().channel(name)
  expect(await sender.httpSend('one/two', { a: 1 })).toEqual({ success: true })
  const batch = { messages: [{ topic: name, event: 'batch', payload: { b: 2 } }] }
  const headers = { apikey: engine.anonKey, 'content-type': 'application/json' }
  const post = (body: unknown) =>
    fetch(`${engine.url}/realtime/v1/api/broadcast`, { method: 'POST', headers, body: JSON.stringify(body) })
  expect((await post(batch)).status).toBe(202)
  expect((await post({ messages: [{ topic: '' }] })).status).toBe(422)
  await expect
    .poll(() => heard)
    .toEqual([
      ['one/two', { a: 1 }],
      ['batch', { b: 2 }],
    ])
})

describe('a private channel', () => {
  const secret = { config: { private: true, broadcast: { ack: true } } }

  it('is for those whom the policies let read, and what they say for those whom they let write', async () => {
    const ana = await somebody()
    const ben = await somebody()
    const heard: unknown[] = []
    const own = ana.client.channel(`room:${ana.id}`, {
      config: { private: true, broadcast: { ack: true, self: true } },
    })
    own.on('broadcast', { event: '*' }, ({ payload }) => heard.push(payload))
    await join(own)
    expect(await own.send({ type: 'broadcast', event: 'x', payload: { mine: true } })).toBe('ok')
    await expect.poll(() => heard).toEqual([{ mine: true }])
    const refused = ben.client.channel(`room:${ana.id}`, secret)
    await join(refused, 'CHANNEL_ERROR')
    expect(refused.state).toBe('errored')
    await join(visitor().channel('news', secret), 'CHANNEL_ERROR')
    const news = ben.client.channel('news', secret)
    await join(news)
    expect(await news.send({ type: 'broadcast', event: 'x', payload: {} }, { timeout: 500 })).toBe('timed out')
    expect(await news.httpSend('x', {}).catch((error) => error)).toMatchObject({ message: 'Unauthorized' })
  })

  it('is another one than the public channel of its name', async () => {
    const ana = await somebody()
    const heard: unknown[] = []
    const own = ana.client
      .channel(`room:${ana.id}`, secret)
      .on('broadcast', { event: '*' }, (frame) => heard.push(frame))
    await join(own)
    const forged = visitor().channel(`room:${ana.id}`, { config: { broadcast: { ack: true } } })
    await join(forged)
    expect(await forged.send({ type: 'broadcast', event: 'x', payload: {} })).toBe('ok')
    expect(heard).toEqual([])
  })

  it('is closed to a session that has been signed out', async () => {
    const ana = await somebody()
    await ana.client.auth.signOut({ scope: 'local' })
    const thief = createClient(engine.url, engine.anonKey, { ...clientOptions, accessToken: async () => ana.token })
    clients.push(thief)
    await thief.realtime.setAuth()
    await join(thief.channel(`room:${ana.id}`, secret), 'CHANNEL_ERROR')
  })
})

describe('the wire', () => {
  const address = (query: string) => `${engine.url.replace(/^http/, 'ws')}/realtime/v1/websocket?${query}`
  const refusal = (query: string) =>
    new Promise((resolve) => {
      new WebSocket(address(query))
        .on('unexpected-response', (_request, { statusCode }) => resolve(statusCode))
        .on('error', resolve)
    })

  it('wants a key and a version it knows', async () => {
    expect(await refusal('vsn=2.0.0')).toBe(401)
    expect(await refusal('vsn=2.0.0&apikey=nonsense')).toBe(401)
    expect(await refusal(`vsn=3.0.0&apikey=${engine.anonKey}`)).toBe(403)
  })

  it('ignores malformed frames, answers heartbeats and topics it does not know', async () => {
    const socket = new WebSocket(address(`vsn=2.0.0&apikey=${engine.anonKey}`))
    const heard: unknown[] = []
    socket.on('message', (data) => heard.push(JSON.parse(String(data))))
    await new Promise((resolve) => socket.on('open', resolve))
    for (const nonsense of ['', '{', '[]', 'null', '["1","2",3,4,5]', Buffer.from([3, 200]), Buffer.from([9])])
      socket.send(nonsense)
    socket.send('[null,"7","phoenix","heartbeat",{}]')
    socket.send('["1","8","realtime:x","broadcast",{}]')
    socket.send('["1","9","other","phx_join",{}]')
    socket.send('["1","10","realtime:","phx_join",{}]')
    await expect.poll(() => heard).toHaveLength(4)
    expect(heard).toContainEqual([null, '7', 'phoenix', 'phx_reply', { status: 'ok', response: {} }])
    const error = (reason: string) => ({ status: 'error', response: { reason } })
    expect(heard).toContainEqual([null, '8', 'realtime:x', 'phx_reply', error('unmatched topic')])
    expect(heard).toContainEqual(['1', '9', 'other', 'phx_reply', error('unmatched topic')])
    const nameless = error('TopicNameRequired: You must provide a topic name')
    expect(heard).toContainEqual(['1', '10', 'realtime:', 'phx_reply', nameless])
    socket.close()
  })

  it('closes a channel whose new token is no good, and only that; a key of the newer form is no token', async () => {
    const socket = new WebSocket(address(`vsn=2.0.0&apikey=${engine.anonKey}`))
    const heard: unknown[] = []
    socket.on('message', (data) => heard.push(JSON.parse(String(data))))
    await new Promise((resolve) => socket.on('open', resolve))
    const say = (...frame: unknown[]) => socket.send(JSON.stringify(frame))
    const [good, bad] = [`realtime:${topic()}`, `realtime:${topic()}`]
    say('1', '1', good, 'phx_join', {})
    say('2', '2', bad, 'phx_join', { config: { broadcast: null, presence: 7 } })
    say('1', '3', good, 'access_token', { access_token: 'sb_publishable_x' })
    say('2', '4', bad, 'access_token', { access_token: 'nonsense' })
    say('1', '5', good, 'phx_leave', {})
    const message = 'The token provided is not a valid JWT'
    const system = { extension: 'system', status: 'error', message, channel: bad.slice('realtime:'.length) }
    await expect.poll(() => heard).toContainEqual(['2', '2', bad, 'phx_close', {}])
    expect(heard).toContainEqual(['2', null, bad, 'system', system])
    await expect.poll(() => heard).toContainEqual(['1', '1', good, 'phx_close', {}])
    expect(heard).toContainEqual(['1', '5', good, 'phx_reply', { status: 'ok', response: {} }])
    expect(heard).toHaveLength(6)
    socket.close()
  })
})
