import type { ChildProcess } from 'node:child_process'
import { beforeAll, describe, expect, it } from 'vitest'
import { join, rawSocket, visitor } from '../realtime/client.ts'
import { ownRealtime } from './own-realtime.ts'

const { where, serve } = await ownRealtime('realtime-unlimited')

describe('without limits', () => {
  const settings = '[auth]\njwt_expiry = 4\n[auth.email]\nenable_confirmations = false'
  let server: ChildProcess | undefined
  const serveUnlimited = async () => {
    server = await serve(settings, { RATE_LIMITS: 'off' })
  }
  beforeAll(serveUnlimited, 120_000)

  it('cuts a client that does not read, before what it leaves unread fills the memory', async () => {
    const name = 'realtime:flood'
    const slow = await rawSocket(where)
    slow.say('1', '1', name, 'phx_join', { config: { presence: { key: 'slow' } } })
    slow.say('1', '2', name, 'presence', { type: 'presence', event: 'track', payload: {} })
    const watching = await rawSocket(where)
    watching.say('1', '1', name, 'phx_join', { config: { presence: { key: 'watching', enabled: true } } })
    const leaves = () => watching.heard.filter((frame) => Array.isArray(frame) && frame[4].leaves?.slow)
    await expect.poll(() => slow.heard).toHaveLength(3)
    slow.socket.pause()

    const megabyte = JSON.stringify({ messages: [{ topic: 'flood', event: 'x', payload: { x: 'x'.repeat(1e6) } }] })
    const headers = { apikey: where.anonKey, 'content-type': 'application/json' }
    let sent = 0
    while (leaves().length === 0 && sent < 200) {
      await fetch(`${where.url}/realtime/v1/api/broadcast`, { method: 'POST', headers, body: megabyte })
      sent += 1
    }
    expect(leaves()).toHaveLength(1)
    // The buffers of both kernels, and the few bytes that the server keeps.
    let read = 0
    slow.socket.on('message', (data: Buffer) => {
      read += data.length
    })
    slow.socket.resume()
    await slow.closed
    expect(read).toBeLessThan(sent * 1e6)
    expect(watching.socket.readyState).toBe(watching.socket.OPEN)
  })

  it('ends a channel when its token expires, and only that', async () => {
    const { data } = await visitor({}, where).auth.signUp({ email: 'ana@expiry.test', password: 'a long password' })
    const { heard, say } = await rawSocket(where)
    say('1', '1', 'realtime:mine', 'phx_join', { access_token: data.session?.access_token })
    say('2', '2', 'realtime:open', 'phx_join', {})
    await expect.poll(() => heard).toContainEqual(['1', '1', 'realtime:mine', 'phx_close', {}])
    const message = expect.stringMatching(/^Token has expired \d+ seconds ago$/)
    const system = { extension: 'system', status: 'error', message, channel: 'mine' }
    expect(heard).toContainEqual(['1', null, 'realtime:mine', 'system', system])
    say('3', '3', 'realtime:mine', 'phx_join', { access_token: data.session?.access_token })
    const reason = expect.stringMatching(/^InvalidJWTToken: Token has expired \d+ seconds ago$/)
    const refused = { status: 'error', response: { reason } }
    await expect.poll(() => heard).toContainEqual(['3', '3', 'realtime:mine', 'phx_reply', refused])
    say('2', '4', 'realtime:open', 'phx_leave', {})
    await expect.poll(() => heard).toContainEqual(['2', '2', 'realtime:open', 'phx_close', {}])
  })

  it('takes everybody’s presence back when it stops, says 1012, and is found again when it is back', async () => {
    const { states } = await join(visitor({ reconnectAfterMs: () => 100 }, where).channel('room'))
    const { heard, closed, say } = await rawSocket(where)
    for (const [ref, key] of [
      ['1', 'ana'],
      ['2', 'ben'],
    ]) {
      const name = `realtime:${key}`
      say(ref, ref, name, 'phx_join', { config: { presence: { key, enabled: true } } })
      say(ref, `t${ref}`, name, 'presence', { type: 'presence', event: 'track', payload: {} })
    }
    await expect.poll(() => heard).toHaveLength(8)
    server?.kill('SIGTERM')
    expect(await closed).toBe(1012)
    const goodbye = (channel: string, ref: string) => [
      ref,
      null,
      `realtime:${channel}`,
      'system',
      { extension: 'system', status: 'ok', message: 'Server requested disconnect', channel },
    ]
    const left = (key: string) => [
      null,
      null,
      `realtime:${key}`,
      'presence_diff',
      { joins: {}, leaves: { [key]: { metas: [{ phx_ref: expect.any(String) }] } } },
    ]
    expect(heard.slice(8)).toEqual([left('ana'), left('ben'), goodbye('ana', '1'), goodbye('ben', '2')])
    await serveUnlimited()
    await expect.poll(() => states, { timeout: 20_000 }).toEqual(['SUBSCRIBED', 'CHANNEL_ERROR', 'SUBSCRIBED'])
  })

  it('cuts a client that has said nothing for so long, and nobody who speaks', async () => {
    await serve('[realtime]\nsocket_timeout_ms = 1500', { RATE_LIMITS: 'off' })
    const speaks = await rawSocket(where)
    const silent = await rawSocket(where)
    const beat = setInterval(() => speaks.say(null, '1', 'phoenix', 'heartbeat', {}), 100)
    await silent.closed
    clearInterval(beat)
    expect(speaks.socket.readyState).toBe(speaks.socket.OPEN)
  })
})
