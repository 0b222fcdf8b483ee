import { expect, it } from 'vitest'
import { engine } from '../engine.ts'
import { rawSocket, refusal, topic } from './client.ts'

const error = (reason: string) => ({ status: 'error', response: { reason } })

it('wants a key and a version it knows', async () => {
  expect(await refusal('vsn=2.0.0')).toBe(401)
  expect(await refusal('vsn=2.0.0&apikey=nonsense')).toBe(401)
  for (const unknown of ['3.0.0', '2.1.0', '2']) {
    expect(await refusal(`vsn=${unknown}&apikey=${engine.anonKey}`)).toBe(403)
  }
  for (const known of ['1.0.0', '1.0.3', '2.0.0', '2.0.12']) {
    expect(await refusal(`vsn=${known}&apikey=${engine.anonKey}`)).toBe('open')
  }
})

it('ignores malformed frames, answers heartbeats and topics it does not know', async () => {
  const { socket, heard, say } = await rawSocket()
  for (const nonsense of ['', '{', '[]', 'null', '["1","2",3,4,5]', Buffer.from([3, 200]), Buffer.from([9])])
    socket.send(nonsense)
  say(null, '7', 'phoenix', 'heartbeat', {})
  say('1', '8', 'realtime:x', 'broadcast', {})
  say('1', '9', 'other', 'phx_join', {})
  say('1', '10', 'realtime:', 'phx_join', {})
  say('1', '11', 'realtime:x', 'phx_leave', {})
  await expect.poll(() => heard).toHaveLength(5)
  expect(heard).toContainEqual([null, '7', 'phoenix', 'phx_reply', { status: 'ok', response: {} }])
  expect(heard).toContainEqual([null, '8', 'realtime:x', 'phx_reply', error('unmatched topic')])
  expect(heard).toContainEqual(['1', '9', 'other', 'phx_reply', error('unmatched topic')])
  const nameless = error('TopicNameRequired: You must provide a topic name')
  expect(heard).toContainEqual(['1', '10', 'realtime:', 'phx_reply', nameless])
  expect(heard).toContainEqual(['1', '11', 'realtime:x', 'phx_reply', { status: 'ok', response: {} }])
})

it('closes a channel whose new token is no good, and only that; a key of the newer form is no token', async () => {
  const { heard, say } = await rawSocket()
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
})

it('gives a topic to the newer of two joins, and passes over what the older still says', async () => {
  const name = `realtime:${topic()}`
  const { heard, say } = await rawSocket()
  const config = { broadcast: { self: true, ack: true, replication_ready: true } }
  say('1', '1', name, 'phx_join', { config })
  say('2', '2', name, 'phx_join', { config })
  say('1', '3', name, 'broadcast', { type: 'broadcast', event: 'stale', payload: {} })
  say(null, '4', name, 'broadcast', { type: 'broadcast', event: 'x', payload: { a: 1 } })
  await expect.poll(() => heard).toHaveLength(7)
  const joined = { status: 'ok', response: { postgres_changes: [] } }
  const ready = {
    extension: 'system',
    status: 'ok',
    message: 'Replication connection established',
    channel: name.slice('realtime:'.length),
  }
  expect(heard).toEqual([
    ['1', '1', name, 'phx_reply', joined],
    ['1', null, name, 'system', ready],
    ['1', '1', name, 'phx_close', {}],
    ['2', '2', name, 'phx_reply', joined],
    ['2', null, name, 'system', ready],
    [null, null, name, 'broadcast', { type: 'broadcast', event: 'x', payload: { a: 1 } }],
    [null, '4', name, 'phx_reply', { status: 'ok', response: {} }],
  ])
})

it('names what is the matter with a token that a channel is joined with', async () => {
  const [head, body] = engine.anonKey.split('.')
  const { heard, say } = await rawSocket()
  const join = (ref: string, access_token: string) => say(ref, ref, `realtime:${ref}`, 'phx_join', { access_token })
  join('1', 'nonsense')
  join('2', `${head}.${body}.AAAA`)
  join('3', '')
  join('4', 'sb_publishable_x')
  await expect.poll(() => heard).toHaveLength(4)
  const reply = (ref: string, payload: unknown) => [ref, ref, `realtime:${ref}`, 'phx_reply', payload]
  expect(heard).toContainEqual(reply('1', error('MalformedJWT: The token provided is not a valid JWT')))
  expect(heard).toContainEqual(reply('2', error('JwtSignatureError: Failed to validate JWT signature')))
  expect(heard).toContainEqual(reply('3', error('MalformedJWT: The token provided is not a valid JWT')))
  expect(heard).toContainEqual(reply('4', { status: 'ok', response: { postgres_changes: [] } }))
})

it('ends a socket that sends a frame larger than any', async () => {
  const { socket, closed } = await rawSocket()
  socket.send('x'.repeat(5_000_001))
  expect(await closed).toBe(1009)
})
