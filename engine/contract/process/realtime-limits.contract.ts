import { beforeAll, describe, expect, it } from 'vitest'
import { rawSocket, refusal, visitor } from '../realtime/client.ts'
import { ownRealtime } from './own-realtime.ts'

const { where, serve } = await ownRealtime('realtime-limits')

/** Sends broadcasts over HTTP. */
async function post(way: string, body: unknown) {
  const headers = { apikey: where.anonKey, 'content-type': 'application/json' }
  const response = await fetch(`${where.url}/realtime/v1/api/broadcast${way}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  const text = await response.text()
  return [response.status, text === '' ? text : JSON.parse(text)]
}

/**
 * Every rate is an average over a minute, so that sixty are allowed at once; the tests use them up one after the other.
 */
describe('with limits', () => {
  beforeAll(() =>
    serve(
      `[realtime]
        max_concurrent_users = 4
        max_anonymous_sockets = 4
        max_channels_per_client = 3
        max_joins_per_second = 1
        max_events_per_second = 1
        max_presence_events_per_second = 1
        client_presence_max_calls = 70
        max_payload_size_in_kb = 1`,
      { RATE_LIMITS: 'on' },
    ),
  )

  it('refuses over HTTP what is too large, or too much at once', async () => {
    const message = (text: string) => ({ topic: 'elsewhere', event: 'x', payload: { text } })
    const tooLarge = { payload: ['Payload size exceeds tenant limit'] }
    expect(await post('', { messages: [message('small'), message('x'.repeat(2000))] })).toEqual([
      422,
      { errors: { messages: [{}, tooLarge] } },
    ])
    expect(await post('/elsewhere/events/x', { text: 'x'.repeat(2000) })).toEqual([422, { errors: tooLarge }])
    const messages = Array.from({ length: 61 }, () => message('hello'))
    const tooMany = 'Too many messages to broadcast, please reduce the batch size'
    expect(await post('', { messages })).toEqual([429, { message: tooMany }])
  })

  it('refuses what is too much, in these words, and closes no channel for it', async () => {
    const { heard, say } = await rawSocket(where)
    const [room, hall] = ['realtime:room', 'realtime:hall']
    say('1', '1', room, 'phx_join', { config: { broadcast: { ack: true, self: true } } })
    say('2', '2', hall, 'phx_join', {})
    const replies = (status: string, topic: string) =>
      heard.filter((frame) => Array.isArray(frame) && frame[2] === topic && frame[4].status === status)
    const reasons = (topic: string) => replies('error', topic).map((frame) => Array.isArray(frame) && frame[4])
    const system = (topic: string, message: string) => [
      expect.anything(),
      null,
      topic,
      'system',
      { extension: 'system', status: 'error', message, channel: topic.slice('realtime:'.length) },
    ]

    // One message that is too large, then thirty that count as sent and as received, and one above the limit.
    const message = (ref: string, text: string) =>
      say('1', ref, room, 'broadcast', { type: 'broadcast', event: 'x', payload: { text } })
    message('3', 'x'.repeat(2000))
    for (let n = 0; n < 31; n += 1) message(`m${n}`, 'hello')
    await expect.poll(() => reasons(room)).toHaveLength(3)
    expect(reasons(room)).toEqual([
      { status: 'error', response: { error: 'payload_size_exceeded' } },
      expect.anything(),
      { status: 'error', response: { reason: 'Too many messages per second' } },
    ])
    expect(heard).toContainEqual(system(room, 'Too many messages per second'))
    expect(replies('ok', room)).toHaveLength(31)

    const exceeded = { message: 'You have exceeded your rate limit' }
    expect(await post('/elsewhere/events/x', {})).toEqual([429, exceeded])
    expect(await post('', { messages: [{ topic: 'elsewhere', event: 'x', payload: {} }] })).toEqual([429, exceeded])

    const track = (n: number, text = '') =>
      say('2', `t${n}`, hall, 'presence', { type: 'presence', event: 'track', payload: { n, text } })
    for (let n = 0; n < 71; n += 1) track(n)
    const tooMany = (reason: string) => ({ status: 'error', response: { reason } })
    await expect.poll(() => reasons(hall).at(-1)).toEqual(tooMany('Client presence rate limit exceeded'))
    expect(reasons(hall).filter((reason) => reason)).toContainEqual(tooMany('Too many presence messages per second'))
    expect(heard).toContainEqual(system(hall, 'Too many presence messages per second'))
    expect(replies('ok', hall)).toHaveLength(61)

    // Three channels, and sixty attempts to join.
    for (let n = 0; n < 60; n += 1) say(`j${n}`, `j${n}`, `realtime:${n}`, 'phx_join', {})
    await expect.poll(() => reasons('realtime:59')).toHaveLength(1)
    expect(replies('ok', 'realtime:0')).toHaveLength(1)
    expect(reasons('realtime:1')).toEqual([tooMany('ChannelRateLimitReached: Too many channels')])
    expect(reasons('realtime:59')).toEqual([tooMany('ClientJoinRateLimitReached: Too many joins per second')])
    // A client with another address is not affected.
    const neighbour = await rawSocket(where, where.anonKey, { 'x-forwarded-for': '203.0.113.50' })
    neighbour.say('1', '1', 'realtime:other', 'phx_join', {})
    const welcome = { status: 'ok', response: { postgres_changes: [] } }
    await expect.poll(() => neighbour.heard).toContainEqual(['1', '1', 'realtime:other', 'phx_reply', welcome])
    expect(heard.filter((frame) => Array.isArray(frame) && frame[3] === 'phx_close')).toEqual([])

    // Only a presence that is too large closes its channel.
    track(99, 'x'.repeat(2000))
    await expect.poll(() => heard).toContainEqual(['2', '2', hall, 'phx_close', {}])
    expect(heard).toContainEqual(system(hall, 'Track message size exceeded'))
  })

  it('lets in so many at once and no more, until one has left', async () => {
    const query = `vsn=2.0.0&apikey=${where.anonKey}`
    await expect.poll(() => refusal(query, where)).toBe('open')
    const sockets = []
    for (let n = 0; n < 4; n += 1) sockets.push(await rawSocket(where))
    expect(await refusal(query, where)).toBe(429)
    sockets[0]?.socket.close()
    await expect.poll(() => refusal(query, where)).toBe('open')
  })
})

describe('with places for some', () => {
  beforeAll(() =>
    serve(
      `[auth.email]
        enable_confirmations = false
        [realtime]
        max_concurrent_users = 8
        max_anonymous_sockets_per_address = 2
        max_sockets_per_person = 2`,
      { RATE_LIMITS: 'on' },
    ),
  )

  const query = () => `vsn=2.0.0&apikey=${where.anonKey}`
  /** A socket from an address, which a trusted proxy on the same machine reports. */
  const from = (address: string) => rawSocket(where, where.anonKey, { 'x-forwarded-for': address })
  const isOpen = ({ socket }: Awaited<ReturnType<typeof rawSocket>>) => socket.readyState === socket.OPEN

  async function tokenOf(name: string) {
    const email = `${name}@places.test`
    const { data } = await visitor({}, where).auth.signUp({ email, password: 'a long password' })
    return data.session?.access_token
  }
  async function signedIn(address: string, token: string | undefined) {
    const line = await from(address)
    line.say('1', '1', 'realtime:room', 'phx_join', { access_token: token })
    return line
  }
  const joined = ['1', '1', 'realtime:room', 'phx_reply', expect.objectContaining({ status: 'ok' })]

  it('lets nobody hold them who does not sign in, by whatever number of addresses', async () => {
    const robots = [await from('203.0.113.1'), await from('203.0.113.2')]
    expect(await refusal(query(), where, { 'x-forwarded-for': '203.0.113.3' })).toBe('open')
    await expect.poll(() => robots.filter(isOpen)).toHaveLength(1)
    const token = await tokenOf('ana')
    const ana = await signedIn('203.0.113.4', token)
    await expect.poll(() => ana.heard).toContainEqual(joined)
    const later = [await from('203.0.113.5'), await from('203.0.113.6'), await from('203.0.113.7')]
    await expect.poll(() => [...robots, ...later].filter(isOpen).length).toBeLessThanOrEqual(2)
    expect(isOpen(ana)).toBe(true)
  })

  it('has so many for one person, who learns why there is no more', async () => {
    const token = await tokenOf('ben')
    const tabs = [await signedIn('203.0.113.10', token), await signedIn('203.0.113.11', token)]
    for (const tab of tabs) await expect.poll(() => tab.heard).toContainEqual(joined)
    const third = await signedIn('203.0.113.12', token)
    const reason = 'Too many connections of one person'
    expect(await third.closed).toBe(1013)
    expect(third.heard).toContainEqual([
      '1',
      '1',
      'realtime:room',
      'phx_reply',
      { status: 'error', response: { reason } },
    ])

    const late = await from('203.0.113.13')
    late.say('1', '1', 'realtime:room', 'phx_join', {})
    await expect.poll(() => late.heard).toContainEqual(joined)
    late.say('1', '2', 'realtime:room', 'access_token', { access_token: token })
    expect(await late.closed).toBe(1013)

    tabs[0]?.socket.close()
    const answer = async () => {
      const { heard } = await signedIn('203.0.113.14', token)
      await expect.poll(() => heard).not.toHaveLength(0)
      return heard[0]
    }
    await expect.poll(answer).toEqual(joined)
  })
})
