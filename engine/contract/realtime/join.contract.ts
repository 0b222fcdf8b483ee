import { describe, expect, it } from 'vitest'
import { join, somebody, topic, unreliableProxy, visitor } from './client.ts'

const soon = { timeout: 20_000, interval: 10 }
const quickly = { reconnectAfterMs: () => 50 }

describe.each(['1.0.0', '2.0.0'] as const)('the channel of realtime-js in version %s', (vsn) => {
  it('passes through closed, joining, joined, leaving and closed again', async () => {
    const passed: string[] = []
    const look = () => passed.at(-1) !== channel.state && passed.push(channel.state)
    // The client leaves in one step; its log shows the intermediate states.
    const client = visitor({ vsn, logger: look })
    const channel = client.channel(topic())
    look()
    const { states } = await join(channel)
    look()
    expect(await client.removeChannel(channel)).toBe('ok')
    look()
    expect(passed).toEqual(['closed', 'joining', 'joined', 'leaving', 'closed'])
    expect(states).toEqual(['SUBSCRIBED', 'CLOSED'])
    expect(client.getChannels()).toEqual([])
  })

  it('is errored when the connection drops, and joined again by itself, and sees who is there', async () => {
    const name = topic()
    const stays = visitor({ vsn }).channel(name, { config: { presence: { key: 'ana' } } })
    await join(stays)
    await stays.track({ mood: 'good' })
    const line = await unreliableProxy()
    const channel = visitor({ vsn, ...quickly }, line.where).channel(name)
    channel.on('presence', { event: 'sync' }, () => {})
    const { states } = await join(channel)
    await expect.poll(() => Object.keys(channel.presenceState()), soon).toEqual(['ana'])
    line.cut()
    await expect.poll(() => channel.state, soon).toBe('errored')
    await expect.poll(() => states, soon).toEqual(['SUBSCRIBED', 'CHANNEL_ERROR', 'SUBSCRIBED'])
    expect(channel.state).toBe('joined')
    await stays.track({ mood: 'better' })
    const mood = () => Reflect.get(channel.presenceState().ana?.[0] ?? {}, 'mood')
    await expect.poll(mood, soon).toBe('better')
  })

  it('is errored by a refusal, whose words the app sees, and asks again', async () => {
    const client = visitor({ vsn })
    const channel = client.channel('nobody reads this', { config: { private: true } })
    const { states, errors } = await join(channel, 'CHANNEL_ERROR')
    expect(channel.state).toBe('errored')
    expect(errors).toEqual([
      'Unauthorized: You do not have permissions to read from this Channel topic: nobody reads this',
    ])
    await expect.poll(() => states, soon).toEqual(['CHANNEL_ERROR', 'CHANNEL_ERROR'])
  })
})

it('a join that is not answered in time leaves nobody behind', async () => {
  const name = topic()
  const line = await unreliableProxy()
  const client = visitor(quickly, line.where)
  // Connected before, so that the join is sent but its answer is lost.
  await join(client.channel(topic()))
  line.deafen()
  const config = { presence: { key: 'late' } }
  const channel = client.channel(name, { config })
  const { states } = await join(channel, 'TIMED_OUT', 1000)
  line.cut()
  await expect.poll(() => states.includes('SUBSCRIBED'), soon).toBe(true)
  await channel.track({ once: true })
  const watching = visitor().channel(name)
  watching.on('presence', { event: 'sync' }, () => {})
  await join(watching)
  await expect.poll(() => watching.presenceState().late?.length, soon).toBe(1)
})

it('a connection on which heartbeats are not answered is replaced', async () => {
  const line = await unreliableProxy()
  const client = visitor({ heartbeatIntervalMs: 1500, ...quickly }, line.where)
  const channel = client.channel(topic())
  const { states } = await join(channel)
  line.deafen()
  await expect.poll(() => states.slice(0, 3), soon).toEqual(['SUBSCRIBED', 'CHANNEL_ERROR', 'SUBSCRIBED'])
  expect(line.opened()).toBeGreaterThan(1)
})

it('a first join without a token is judged as a stranger’s, and the next as the person’s', async () => {
  const { client, id } = await somebody()
  // An app that has not awaited setAuth sends the token after the join.
  client.realtime.accessTokenValue = null
  const channel = client.channel(`room:${id}`, { config: { private: true } })
  const { states } = await join(channel)
  expect(states).toEqual(['CHANNEL_ERROR', 'SUBSCRIBED'])
  const open = client.channel(topic())
  expect((await join(open)).states).toEqual(['SUBSCRIBED'])
})
