import { describe, expect, it } from 'vitest'
import { data, service } from '../rest/client.ts'
import { listen, soon, street, subscribed, timestamp, write } from './changes-client.ts'
import { bearer, rawSocket, somebody, topic, visitor } from './client.ts'

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
      // With the replica identity 'full' the whole old row is included.
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
    const { socket, heard, say } = await rawSocket()
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
    // Policies cannot be checked for a deleted row, so everybody receives its key, as on the hosted service.
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
