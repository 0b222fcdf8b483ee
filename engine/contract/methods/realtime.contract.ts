import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js'
import { expect, it } from 'vitest'
import { visitor } from '../realtime/client.ts'

const newTopic = () => `room-${crypto.randomUUID()}`

const subscribed = (channel: RealtimeChannel) =>
  new Promise<RealtimeChannel>((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === 'SUBSCRIBED') resolve(channel)
      else if (status !== 'CLOSED') reject(error ?? new Error(status))
    })
  })

/** A new channel of this client that collects the messages of an event. */
async function listener(client: SupabaseClient, topic: string, event = 'note') {
  const heard: unknown[] = []
  const channel = client.channel(topic).on('broadcast', { event }, ({ payload }) => heard.push(payload))
  await subscribed(channel)
  return { channel, heard }
}

it('client.channel, channel.subscribe, channel.on, channel.send', async () => {
  const topic = newTopic()
  const { heard } = await listener(visitor(), topic)
  const channel = visitor().channel(topic, { config: { broadcast: { ack: true } } })
  await subscribed(channel)
  expect(await channel.send({ type: 'broadcast', event: 'note', payload: { text: 'Hello' } })).toBe('ok')
  await expect.poll(() => heard).toEqual([{ text: 'Hello' }])
})

it('channel.httpSend', async () => {
  const topic = newTopic()
  const { heard } = await listener(visitor(), topic)
  expect(await visitor().channel(topic).httpSend('note', { text: 'By post' })).toEqual({ success: true })
  await expect.poll(() => heard).toEqual([{ text: 'By post' }])
})

it('channel.track, channel.presenceState, channel.untrack', async () => {
  const topic = newTopic()
  const watching = visitor()
    .channel(topic)
    .on('presence', { event: 'sync' }, () => {})
  await subscribed(watching)
  const ana = await subscribed(visitor().channel(topic, { config: { presence: { key: 'ana' } } }))
  expect(await ana.track({ mood: 'fine' })).toBe('ok')
  await expect.poll(() => watching.presenceState()).toMatchObject({ ana: [{ mood: 'fine' }] })
  expect(await ana.untrack()).toBe('ok')
  await expect.poll(() => watching.presenceState()).toEqual({})
})

it('channel.unsubscribe', async () => {
  const client = visitor()
  const channel = await subscribed(client.channel(newTopic()))
  expect(await channel.unsubscribe()).toBe('ok')
})

it('client.getChannels, client.removeChannel, client.removeAllChannels', async () => {
  const client = visitor()
  const first = await subscribed(client.channel(newTopic()))
  await subscribed(client.channel(newTopic()))
  expect(client.getChannels()).toHaveLength(2)
  expect(await client.removeChannel(first)).toBe('ok')
  expect(client.getChannels()).toHaveLength(1)
  expect(await client.removeAllChannels()).toEqual(['ok'])
})

it('realtime.connect, realtime.isConnected, realtime.connectionState, realtime.disconnect', async () => {
  const { realtime } = visitor()
  realtime.connect()
  await expect.poll(() => realtime.isConnected()).toBe(true)
  expect(realtime.connectionState()).toBe('open')
  await realtime.disconnect()
  await expect.poll(() => realtime.isConnected()).toBe(false)
})

it('realtime.sendHeartbeat, realtime.onHeartbeat', async () => {
  const client = visitor()
  const beats: string[] = []
  client.realtime.onHeartbeat((status) => beats.push(status))
  await subscribed(client.channel(newTopic()))
  await client.realtime.sendHeartbeat()
  await expect.poll(() => beats).toEqual(['sent', 'ok'])
})

it('realtime.setAuth', async () => {
  const client = visitor()
  await client.realtime.setAuth('no token')
  const refused = subscribed(client.channel(newTopic(), { config: { private: true } }))
  await expect(refused).rejects.toThrow()
})
