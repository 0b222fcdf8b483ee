import type { RealtimePostgresChangesPayload, SupabaseClient } from '@supabase/supabase-js'
import { describe, expect, it } from 'vitest'
import { bareSocket, bearer, hearSystem, join, somebody, topic, visitor } from './realtime-client.ts'
import { data, service } from './rest-client.ts'

type Heard = RealtimePostgresChangesPayload<Record<string, unknown>>
type Asked = { event?: '*'; schema: string; table?: string; filter?: string; select?: string[] }

const soon = { timeout: 20_000, interval: 10 }
const subscribed = 'Subscribed to PostgreSQL'
const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

/** Listens until the server says that it is listening. */
async function listen(client: SupabaseClient, ...asked: Asked[]) {
  const channel = client.channel(topic())
  const heard: Heard[] = []
  for (const wish of asked) {
    channel.on<Record<string, unknown>>('postgres_changes', { event: '*', ...wish }, (change) => heard.push(change))
  }
  const words = hearSystem(channel)
  const { states } = await join(channel)
  await expect.poll(() => words, soon).toEqual([subscribed])
  return { channel, heard, states, brief: () => heard.map(({ eventType, new: now }) => [eventType, now]) }
}

async function write(client: SupabaseClient, note: Record<string, unknown>): Promise<{ id: string }> {
  const { data, error } = await client.from('notes').insert(note).select().single()
  if (error) throw error
  return data
}

/** A name of its own for each test, so that they do not meet. */
const street = () => `Street ${crypto.randomUUID()}`

describe('a table without row policies', () => {
  it('tells of every insert, update and delete, in the order of what happened', async () => {
    const name = street()
    const { heard } = await listen(visitor(), { schema: 'public', table: 'signs', filter: `street=eq.${name}` })
    data(await service.from('signs').insert({ street: name, number: 1, words: 'Bäckerei' }).select())
    await expect.poll(() => heard, soon).toHaveLength(1)
    data(await service.from('signs').update({ words: 'Café' }).eq('street', name).select())
    await expect.poll(() => heard, soon).toHaveLength(2)
    data(await service.from('signs').delete().eq('street', name).select())
    await expect.poll(() => heard, soon).toHaveLength(3)
    const common = { schema: 'public', table: 'signs', commit_timestamp: timestamp, errors: null }
    const [first, second] = ['Bäckerei', 'Café'].map((words) => ({ street: name, number: 1, words }))
    expect(heard).toEqual([
      { ...common, eventType: 'INSERT', new: first, old: {} },
      // With the replica identity 'full', all of what was there.
      { ...common, eventType: 'UPDATE', new: second, old: first },
      { ...common, eventType: 'DELETE', new: {}, old: second },
    ])
  })

  it('keeps nobody waiting for a filter of somebody else that comes to no end, who learns that they missed something', async () => {
    const name = `${'a'.repeat(151)}c`
    const endless = 'street=match.^(a*)(a*)(a*)(a*)(a*)\\1\\2\\3\\4\\5c$'
    const slow = await listen(visitor(), { schema: 'public', table: 'signs', filter: endless })
    const { heard } = await listen(visitor(), { schema: 'public', table: 'signs', filter: `street=eq.${name}` })
    data(await service.from('signs').insert({ street: name, number: 1, words: 'Bäckerei' }).select())
    await expect.poll(() => heard, soon).toHaveLength(1)
    await expect.poll(() => slow.states, soon).toContain('CHANNEL_ERROR')
    await slow.channel.unsubscribe()
    data(await service.from('signs').delete().eq('street', name).select())
  })

  it('tells numbers digit by digit, and finds rows by them', async () => {
    const { socket, heard, say } = await bareSocket()
    const texts: string[] = []
    socket.on('message', (text) => texts.push(String(text)))
    const id = 2n ** 53n + 1n + 2n * BigInt(Math.floor(Math.random() * 2 ** 52))
    const place = { event: '*', schema: 'public', table: 'parcels', filter: `id=eq.${id}` }
    say('1', '1', `realtime:${topic()}`, 'phx_join', { config: { postgres_changes: [place] } })
    await expect.poll(() => JSON.stringify(heard), soon).toContain(subscribed)
    const changes = () => texts.filter((text) => text.includes('commit_timestamp'))
    data(
      await service
        .from('parcels')
        .insert({ id: String(id), weight: '12345678901234567890.5' })
        .select(),
    )
    await expect.poll(changes, soon).toHaveLength(1)
    data(await service.from('parcels').delete().eq('id', id).select())
    await expect.poll(changes, soon).toHaveLength(2)
    expect(changes()[0]).toContain(`"record":{"id":${id},"weight":12345678901234567890.5}`)
    expect(changes()[1]).toContain(`"old_record":{"id":${id}}`)
  })

  it('says of a row without a primary key that it cannot be told', async () => {
    const { heard } = await listen(visitor(), { schema: 'public', table: 'scribbles' })
    expect((await service.from('scribbles').insert({ words: 'a' })).error).toBeNull()
    await expect.poll(() => heard, soon).toHaveLength(1)
    expect(heard[0]).toMatchObject({
      eventType: 'INSERT',
      new: {},
      errors: ['Error 400: Bad Request, no primary key'],
    })
  })

  it('tells nothing of what was rolled back, and all of what was done at once', async () => {
    const name = street()
    const { brief } = await listen(visitor(), { schema: 'public', table: 'signs', filter: `street=eq.${name}` })
    const twice = { street: name, number: 1 }
    expect((await service.from('signs').insert([twice, twice])).error?.code).toBe('23505')
    const rows = Array.from({ length: 600 }, (_, number) => ({ street: name, number, words: null }))
    data(await service.from('signs').insert(rows).select('number'))
    await expect.poll(() => brief().length, soon).toBe(600)
    expect(brief()).toEqual(rows.map((row) => ['INSERT', row]))
  })
})

describe('row policies', () => {
  it('let everybody hear of their own rows only, and of a deleted one no more than its key', async () => {
    const [ana, ben] = await Promise.all([somebody(), somebody()])
    const [hers, his, strangers] = await Promise.all(
      [ana.client, ben.client, visitor()].map((client) => listen(client, { schema: 'public', table: 'notes' })),
    )
    const note = await write(ana.client, { title: 'secret', tags: ['a'] })
    const other = await write(ben.client, { title: 'his' })
    await expect.poll(() => hers?.brief(), soon).toEqual([['INSERT', note]])
    await expect.poll(() => his?.brief(), soon).toEqual([['INSERT', other]])
    data(await ana.client.from('notes').update({ title: 'changed' }).eq('id', note.id).select())
    await expect.poll(() => hers?.heard[1], soon).toMatchObject({ new: { title: 'changed' }, old: { id: note.id } })
    expect(hers?.heard[1]?.old).toEqual({ id: note.id })

    data(await ana.client.from('notes').delete().eq('id', note.id).select())
    // As on the hosted service: policies cannot be asked about a row that is gone.
    await expect.poll(() => his?.heard.at(-1), soon).toMatchObject({ eventType: 'DELETE', old: { id: note.id } })
    for (const listener of [hers, his, strangers]) {
      await expect.poll(() => listener?.heard.at(-1), soon).toMatchObject({ eventType: 'DELETE', new: {} })
      expect(listener?.heard.at(-1)?.old).toEqual({ id: note.id })
    }
    expect(his?.brief()).toEqual([
      ['INSERT', other],
      ['DELETE', {}],
    ])
    expect(strangers?.brief()).toEqual([['DELETE', {}]])
  })

  it('follow the token of the channel, and its session', async () => {
    const [ana, ben] = await Promise.all([somebody(), somebody()])
    const thief = bearer(ana.token)
    await thief.realtime.setAuth()
    const { channel, heard, states } = await listen(thief, { schema: 'public', table: 'notes' })
    await write(ana.client, { title: 'one' })
    await expect.poll(() => heard.map(({ new: now }) => Reflect.get(now, 'title')), soon).toEqual(['one'])
    await thief.realtime.setAuth(ben.token)
    await write(ben.client, { title: 'two' })
    await write(ana.client, { title: 'not for Ben' })
    await write(ben.client, { title: 'three' })
    await expect
      .poll(() => heard.map(({ new: now }) => Reflect.get(now, 'title')), soon)
      .toEqual(['one', 'two', 'three'])
    await ben.client.auth.signOut({ scope: 'global' })
    await expect.poll(() => states, soon).toEqual(['SUBSCRIBED', 'CLOSED'])
    expect(channel.state).toBe('closed')
  })

  it('and grants: only the columns that the role may read', async () => {
    const id = Math.floor(Math.random() * 1e9)
    const { heard } = await listen(visitor(), { schema: 'public', table: 'letters', filter: `id=eq.${id}` })
    data(await service.from('letters').insert({ id, address: 'Harbor 1', body: 'secret' }).select())
    await expect.poll(() => heard.map(({ new: now }) => now), soon).toEqual([{ id, address: 'Harbor 1' }])
  })
})

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
    const words = hearSystem(channel)
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
    const words = hearSystem(channel)
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
    const words = hearSystem(channel)
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

it('a table that joins the publication is followed from then on, and one that leaves it is not', async () => {
  const table = `late_${crypto.randomUUID().replaceAll('-', '')}`
  const change = async (statement: string) => {
    const { error } = await service.rpc('change_schema', { statement })
    expect(error).toBeNull()
  }
  await change(`create table public.${table} (id int primary key); notify pgrst, 'reload schema'`)
  await expect.poll(async () => (await service.from(table).select()).error, soon).toBeNull()
  const { heard } = await listen(visitor(), { schema: 'public' })
  const ids = () => heard.filter((change) => change.table === table).map(({ new: now }) => Reflect.get(now, 'id'))
  const insert = async (id: number) => expect((await service.from(table).insert({ id })).error).toBeNull()
  await insert(1)
  await change(`alter publication supabase_realtime add table public.${table}`)
  await insert(2)
  await expect.poll(ids, soon).toEqual([2])
  await change(
    `alter table public.${table} rename column id to number; alter table public.${table} rename column number to id`,
  )
  await insert(3)
  await expect.poll(ids, soon).toEqual([2, 3])
  await change(`alter publication supabase_realtime drop table public.${table}`)
  await insert(4)
  await change(`alter publication supabase_realtime add table public.${table}`)
  await insert(5)
  await expect.poll(ids, soon).toEqual([2, 3, 5])
  await change(`drop table public.${table}`)
})
