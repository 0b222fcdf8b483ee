import { expect, it } from 'vitest'
import { data, request, service } from '../rest/client.ts'
import { join, rawSocket, somebody, topic, visitor } from './client.ts'

const soon = { timeout: 20_000, interval: 10 }
const secret = { config: { private: true } }
const door = () => Math.floor(Math.random() * 2 ** 31)
const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/)

it('the database tells a topic what happened to a row', async () => {
  const id = door()
  const heard: unknown[] = []
  const channel = visitor().channel(`door:${id}`, secret)
  channel.on('broadcast', { event: '*' }, (message) => heard.push(message))
  await join(channel)
  data(await service.from('doors').insert({ id, is_open: false }).select())
  data(await service.from('doors').update({ is_open: true }).eq('id', id).select())
  const told = (event: string, record: unknown, old_record: unknown) => ({
    type: 'broadcast',
    event,
    payload: { id: uuid, schema: 'public', table: 'doors', operation: event, record, old_record },
    meta: { id: uuid },
  })
  await expect
    .poll(() => heard, soon)
    .toEqual([
      told('INSERT', { id, is_open: false }, null),
      told('UPDATE', { id, is_open: true }, { id, is_open: false }),
    ])
})

it('the database sends to public and to private channels of a name, each for itself', async () => {
  const name = `door:${topic()}`
  const heard: unknown[] = []
  const open = visitor().channel(name)
  open.on('broadcast', { event: 'announcement' }, ({ payload }) => heard.push(['public', payload]))
  const closed = visitor().channel(name, secret)
  closed.on('broadcast', { event: 'announcement' }, ({ payload }) => heard.push(['private', payload]))
  await Promise.all([join(open), join(closed)])
  const announce = async (words: unknown, is_private: boolean) =>
    expect((await service.rpc('announce', { topic: name, words, is_private })).error).toBeNull()
  await announce({ n: 1 }, true)
  await announce({ n: 2, id: 'mine' }, false)
  await expect
    .poll(() => heard, soon)
    .toEqual([
      ['private', { n: 1, id: uuid }],
      ['public', { n: 2, id: 'mine' }],
    ])
})

it('the database sends numbers digit by digit, also again', async () => {
  const name = `door:${topic()}`
  const words = '{"n": 9007199254740993, "of": [12345678901234567890]}'
  const since = Date.now() - 60_000
  const hear = async (broadcast = {}) => {
    const { socket, heard, say } = await rawSocket()
    const texts: string[] = []
    socket.on('message', (text) => texts.push(String(text)))
    say('1', '1', `realtime:${name}`, 'phx_join', { config: { private: true, broadcast } })
    await expect.poll(() => heard, soon).not.toHaveLength(0)
    return () => texts.filter((text) => /"n":9007199254740993,.*"of":\[12345678901234567890\]/.test(text))
  }
  const live = await hear()
  const announced = await request('/rpc/announce', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `{"topic":"${name}","words":${words},"is_private":true}`,
  })
  expect(announced.status).toBe(204)
  await expect.poll(live, soon).toHaveLength(1)
  await expect.poll(await hear({ replay: { since } }), soon).toHaveLength(1)
})

it('who comes late hears again what was said on a private channel, oldest first and once', async () => {
  const name = `door:${topic()}`
  const since = Date.now() - 60_000
  for (const n of [1, 2, 3]) {
    await service.rpc('announce', { topic: name, words: { n }, is_private: true })
  }
  const heard: unknown[] = []
  const channel = visitor().channel(name, { config: { private: true, broadcast: { replay: { since, limit: 2 } } } })
  channel.on('broadcast', { event: '*' }, ({ payload, meta }) => heard.push([payload.n, meta?.replayed]))
  await join(channel)
  await service.rpc('announce', { topic: name, words: { n: 4 }, is_private: true })
  await expect
    .poll(() => heard, soon)
    .toEqual([
      [2, true],
      [3, true],
      [4, undefined],
    ])
})

it('what was told again to who came late is not told a second time when it gets round to them', async () => {
  const name = `door:${topic()}`
  await service.rpc('announce', { topic: name, words: { n: 1 }, is_private: true })
  const heard: unknown[] = []
  const channel = visitor().channel(name, { config: { private: true, broadcast: { replay: { since: 0 } } } })
  channel.on('broadcast', { event: '*' }, ({ payload, meta }) => heard.push([payload.n, meta?.replayed]))
  await join(channel)
  await expect.poll(() => heard, soon).toEqual([[1, true]])
  expect((await service.rpc('tell_late', { topic: name })).error).toBeNull()
  await service.rpc('announce', { topic: name, words: { n: 2 }, is_private: true })
  await expect.poll(() => heard, soon).toContainEqual([2, undefined])
  expect(heard).toEqual([
    [1, true],
    [2, undefined],
  ])
})

it('nothing is told again to whoever may only see who is on a private channel', async () => {
  const name = `lobby:${crypto.randomUUID()}`
  const since = Date.now() - 60_000
  expect((await service.rpc('announce', { topic: name, words: { n: 1 }, is_private: true })).error).toBeNull()
  const { client } = await somebody()
  const { data: signedIn } = await client.auth.getSession()
  const { heard, say } = await rawSocket()
  const config = { private: true, presence: { enabled: true }, broadcast: { replay: { since } } }
  say('1', '1', `realtime:${name}`, 'phx_join', { config, access_token: signedIn.session?.access_token })
  // Frames of a topic are answered in order, so nothing follows this answer.
  say('1', '2', `realtime:${name}`, 'presence', { type: 'presence', event: 'untrack' })
  const answered = ['1', '2', `realtime:${name}`, 'phx_reply', { status: 'ok', response: {} }]
  await expect.poll(() => heard, soon).toContainEqual(answered)
  expect(heard.flatMap((frame) => (Array.isArray(frame) ? [frame[3]] : []))).not.toContain('broadcast')
})

it('replay is refused on public channels, and with parameters that are none', async () => {
  const { heard, say } = await rawSocket()
  say('1', '1', 'realtime:door:a', 'phx_join', { config: { broadcast: { replay: { since: 1 } } } })
  say('2', '2', 'realtime:door:b', 'phx_join', { config: { private: true, broadcast: { replay: { since: 'x' } } } })
  const refused = (ref: string, name: string, words: string) => {
    const response = { reason: `UnableToReplayMessages: ${words}` }
    return [ref, ref, `realtime:door:${name}`, 'phx_reply', { status: 'error', response }]
  }
  await expect.poll(() => heard).toHaveLength(2)
  expect(heard).toContainEqual(refused('1', 'a', 'Replay is not allowed for public channels'))
  expect(heard).toContainEqual(refused('2', 'b', 'Replay params are not valid'))
})
