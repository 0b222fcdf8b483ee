import { describe, expect, it } from 'vitest'
import { join, rawSocket, topic, visitor } from './client.ts'

describe.each(['1.0.0', '2.0.0'] as const)('realtime-js in version %s', (vsn) => {
  it('knows who is there, who came and who went', async () => {
    const name = topic()
    const watching = visitor({ vsn })
      .channel(name)
      .on('presence', { event: 'sync' }, () => {})
    await join(watching)
    const client = visitor({ vsn })
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
    const late = visitor({ vsn })
      .channel(name)
      .on('presence', { event: 'sync' }, () => {})
    await join(late)
    await expect.poll(() => Object.keys(late.presenceState())).toEqual(['ana'])
    client.realtime.disconnect()
    await expect.poll(seen).toEqual([])
  })
})

describe('the frames of presence', () => {
  it('say what is new and what it replaces, and nothing of what stayed the same', async () => {
    const name = `realtime:${topic()}`
    const { heard, say } = await rawSocket()
    say('1', '1', name, 'phx_join', { config: { presence: { key: 'ana', enabled: true } } })
    const track = (ref: string, payload: unknown) =>
      say('1', ref, name, 'presence', { type: 'presence', event: 'TRACK', payload })
    track('2', { mood: 'good' })
    track('3', { mood: 'good' })
    track('4', 'not a map')
    track('5', { mood: 'better' })
    say('1', '6', name, 'presence', { type: 'presence', event: 'dance' })
    say('1', '7', name, 'presence', { type: 'presence', event: 'untrack' })
    await expect.poll(() => heard).toHaveLength(11)
    const first = { phx_ref: expect.any(String), mood: 'good' }
    const second = { phx_ref: expect.any(String), phx_ref_prev: expect.any(String), mood: 'better' }
    const diff = (joins: unknown, leaves: unknown) => [null, null, name, 'presence_diff', { joins, leaves }]
    const reply = (ref: string, status: string, response = {}) => ['1', ref, name, 'phx_reply', { status, response }]
    expect(heard).toEqual([
      reply('1', 'ok', { postgres_changes: [] }),
      ['1', null, name, 'presence_state', {}],
      reply('2', 'ok'),
      diff({ ana: { metas: [first] } }, {}),
      reply('3', 'ok'),
      reply('4', 'error', { reason: 'Presence track payload must be a map' }),
      reply('5', 'ok'),
      diff({ ana: { metas: [second] } }, { ana: { metas: [first] } }),
      reply('6', 'error'),
      reply('7', 'ok'),
      diff({}, { ana: { metas: [second] } }),
    ])
  })

  it('refuse a key that would be taken for a change of a table', async () => {
    const { heard, say } = await rawSocket()
    say('1', '1', `realtime:${topic()}`, 'phx_join', { config: { presence: { key: 'ids' } } })
    await expect.poll(() => heard).toHaveLength(1)
    expect(heard).toMatchObject([['1', '1', expect.anything(), 'phx_reply', { status: 'error' }]])
  })
})
