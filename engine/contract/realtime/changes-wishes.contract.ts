import { describe, expect, it } from 'vitest'
import { data, service } from '../rest/client.ts'
import { listen, soon, street, subscribed, write } from './changes-client.ts'
import { collectSystemMessages, join, somebody, topic, visitor } from './client.ts'

describe('what an app asks for', () => {
  it.each([
    ['priority=eq.2', [2]],
    ['priority=neq.2', [1, 3]],
    ['priority=lt.2', [1]],
    ['priority=lte.2', [1, 2]],
    ['priority=gt.2', [3]],
    ['priority=gte.2', [2, 3]],
    ['priority=in.(1,3)', [1, 3]],
    ['priority=not.in.(1,3)', [2]],
    ['priority=is.null', [null]],
    ['priority=gt.1,title=like.%c', [3]],
  ])('the rows of %s', async (filter, priorities) => {
    const ana = await somebody()
    const { heard } = await listen(ana.client, { schema: 'public', table: 'notes', filter })
    const end = await listen(ana.client, { schema: 'public', table: 'notes', filter: 'title=eq.end' })
    const rows = [1, 2, 3, null].map((priority) => ({ title: `x${' abc'[priority ?? 0]}`, priority }))
    for (const row of [...rows, { title: 'end' }]) {
      await write(ana.client, row)
    }
    await expect.poll(() => end.heard, soon).toHaveLength(1)
    const seen = heard.map(({ new: now }) =>
      Reflect.get(now, 'title') === 'end' ? 'end' : Reflect.get(now, 'priority'),
    )
    expect(seen.filter((priority) => priority !== 'end')).toEqual(priorities)
  })

  it('one kind of change, some columns, every table, several on one channel', async () => {
    const name = street()
    const channel = visitor().channel(topic())
    const heard: unknown[] = []
    const place = { schema: 'public', table: 'signs', filter: `street=eq.${name}` }
    channel.on('postgres_changes', { event: 'UPDATE', ...place }, ({ new: now }) => heard.push(['update', now.words]))
    channel.on('postgres_changes', { event: '*', ...place, select: ['number'] }, ({ eventType, new: now }) =>
      heard.push(['some', eventType, now]),
    )
    channel.on('postgres_changes', { event: 'INSERT', schema: '*' }, ({ table, new: now }) => {
      if (Reflect.get(now, 'street') === name) heard.push(['any', table, Reflect.get(now, 'words')])
    })
    const words = collectSystemMessages(channel)
    await join(channel)
    await expect.poll(() => words, soon).toEqual([subscribed])
    data(await service.from('signs').insert({ street: name, number: 7, words: 'a' }).select())
    await expect.poll(() => heard, soon).toHaveLength(2)
    data(await service.from('signs').update({ words: 'b' }).eq('street', name).select())
    await expect.poll(() => heard, soon).toHaveLength(4)
    const key = { street: name, number: 7 }
    expect(heard.slice(0, 2)).toEqual(
      expect.arrayContaining([
        ['some', 'INSERT', key],
        ['any', 'signs', 'a'],
      ]),
    )
    expect(heard.slice(2)).toEqual(
      expect.arrayContaining([
        ['some', 'UPDATE', key],
        ['update', 'b'],
      ]),
    )
  })

  it.each([
    [
      { table: 'unpublished' },
      'Please check Realtime is enabled for the given connect parameters: [event: *, schema: public, table: unpublished, filters: [], select: nil]',
    ],
    [{ table: 'signs', filter: 'number=foo.1' }, 'Error parsing `filter` params: ["foo","1"]'],
    [{ table: 'signs', filter: 'number=eq.one' }, 'invalid input syntax for type integer: "one"'],
    [{ table: 'signs', filter: 'colour=eq.red' }, 'invalid column for filter colour'],
    [{ table: 'letters', filter: 'body=eq.x' }, 'permission denied for table letters'],
  ])('%j is answered with words, and the channel stays', async (wish, message) => {
    const channel = visitor().channel(topic(), { config: { broadcast: { self: true } } })
    const said: unknown[] = []
    channel.on('broadcast', { event: '*' }, ({ payload }) => said.push(payload))
    channel.on('postgres_changes', { event: '*', schema: 'public', ...wish }, () => {})
    const words = collectSystemMessages(channel)
    await join(channel)
    await expect.poll(() => words, soon).toEqual([expect.stringContaining(message)])
    await channel.send({ type: 'broadcast', event: 'x', payload: { still: 'here' } })
    await expect.poll(() => said, soon).toEqual([{ still: 'here' }])
  })

  it('may be more than a stranger may ask, once the person’s token has come behind the first join', async () => {
    const { client } = await somebody()
    client.realtime.accessTokenValue = null
    const id = Math.floor(Math.random() * 1e9)
    const channel = client.channel(topic())
    const heard: unknown[] = []
    const place = { schema: 'public', table: 'letters', filter: `body=eq.${id}` }
    channel.on('postgres_changes', { event: 'INSERT', ...place }, ({ new: now }) => heard.push(now))
    const words = collectSystemMessages(channel)
    await join(channel)
    await expect.poll(() => words, soon).toEqual([expect.stringContaining('permission denied for table letters')])
    client.realtime.accessTokenValue = null
    await client.realtime.setAuth()
    await expect.poll(() => words.at(-1), soon).toBe(subscribed)
    const letter = { id, address: 'Harbor 1', body: String(id) }
    data(await service.from('letters').insert(letter).select())
    await expect.poll(() => heard, soon).toEqual([letter])
  })

  it('before it is in, if it says so', async () => {
    const options = { config: { postgres_changes_options: { wait: true } } }
    const refused = visitor().channel(topic(), options)
    refused.on('postgres_changes', { event: '*', schema: 'public', table: 'unpublished' }, () => {})
    const { errors } = await join(refused, 'CHANNEL_ERROR')
    expect(errors).toEqual([expect.stringMatching(/^RealtimeDisabledForConfiguration: Unable to subscribe/)])
  })
})
