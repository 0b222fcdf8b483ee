import { describe, expect, it } from 'vitest'
import { service } from '../rest/client.ts'
import { listen, soon, street, timestamp, write } from './changes-client.ts'
import { bearer, somebody, visitor } from './client.ts'

/** Runs statements in one transaction, so that all their changes are committed before any of them is told. */
async function atOnce(...statements: string[]) {
  expect((await service.rpc('change_schema', { statement: statements.join('; ') })).error).toBeNull()
}

/** Subscribes as this person, on a connection of its own. */
async function listenAs({ token }: { token: string }, ...asked: Parameters<typeof listen>[1][]) {
  const client = bearer(token)
  await client.realtime.setAuth()
  return listen(client, ...asked)
}

const many = <T>(count: number, make: () => Promise<T>) => Promise.all(Array.from({ length: count }, make))

describe('changes of one row that follow each other at once', () => {
  it('are each told once, in order, with the row and the old row of that very change', async () => {
    const name = street()
    const place = { schema: 'public', table: 'signs' }
    const all = await many(6, () => listen(visitor(), { ...place, filter: `street=eq.${name}` }))
    const some = await listen(visitor(), { ...place, filter: `street=eq.${name},words=like.b%` })
    const one = `where street = '${name}'`
    await atOnce(
      `insert into signs values ('${name}', 1, 'a')`,
      ...['b', 'c', 'b', 'c'].map((words) => `update signs set words = '${words}' ${one}`),
      `delete from signs ${one}`,
    )
    const row = (words: string) => ({ street: name, number: 1, words })
    const common = { schema: 'public', table: 'signs', commit_timestamp: timestamp, errors: null }
    const update = (from: string, to: string) => ({ ...common, eventType: 'UPDATE', new: row(to), old: row(from) })
    const expected = [
      { ...common, eventType: 'INSERT', new: row('a'), old: {} },
      ...[update('a', 'b'), update('b', 'c'), update('c', 'b'), update('b', 'c')],
      { ...common, eventType: 'DELETE', new: {}, old: row('c') },
    ]
    for (const { heard } of all) {
      await expect.poll(() => heard.length, soon).toBeGreaterThanOrEqual(expected.length)
      expect(heard).toEqual(expected)
    }
    expect(some.heard).toEqual([update('a', 'b'), update('c', 'b')])
  })

  it('are told to those alone whose row policies let them see the row as the change left it', async () => {
    const [ana, ben] = await Promise.all([somebody(), somebody()])
    const place = { schema: 'public', table: 'notes' }
    const [hers, his] = await Promise.all(
      [ana, ben].map((person) => many(6, () => listenAs(person, place, { ...place, filter: 'priority=gt.2' }))),
    )
    const id = crypto.randomUUID()
    const one = `where id = '${id}'`
    await atOnce(
      `insert into notes (id, owner, title, priority) values ('${id}', '${ana.id}', 'hers', 1)`,
      `update notes set title = 'still hers' ${one}`,
      `update notes set title = 'his', priority = 3, owner = '${ben.id}' ${one}`,
      `update notes set title = 'still his' ${one}`,
      `delete from notes ${one}`,
    )
    const titles = (heard: { eventType: string; new: object }[]) =>
      heard.map(({ eventType, new: now }) => `${eventType} ${Reflect.get(now, 'title')}`)
    const end = 'DELETE undefined'
    for (const { heard } of hers ?? []) {
      await expect.poll(() => titles(heard), soon).toEqual(['INSERT hers', 'UPDATE still hers', end])
    }
    for (const { heard } of his ?? []) {
      const twice = ['UPDATE his', 'UPDATE his', 'UPDATE still his', 'UPDATE still his']
      await expect.poll(() => titles(heard), soon).toEqual([...twice, end])
    }
  })

  it('are each told once, in the order of their commits, where each is a transaction', async () => {
    const ana = await somebody()
    const note = await write(ana.client, { title: '0' })
    const filter = `id=eq.${note.id}`
    const all = await many(10, () => listenAs(ana, { schema: 'public', table: 'notes', filter }))
    const titles = Array.from({ length: 40 }, (_, number) => `${number + 1}`)
    await Promise.all(titles.map((title) => ana.client.from('notes').update({ title }).eq('id', note.id)))
    const { data: last } = await ana.client.from('notes').select('title').eq('id', note.id).single()
    const heardBy = all.map(
      ({ heard }) =>
        () =>
          heard.map(({ new: now }) => String(Reflect.get(now, 'title'))),
    )
    for (const heard of heardBy) {
      await expect.poll(() => heard().length, soon).toBe(titles.length)
      expect(heard().toSorted()).toEqual(titles.toSorted())
      expect(heard()).toEqual(heardBy[0]?.())
      expect(heard().at(-1)).toBe(last?.title)
    }
  })

  it('are told whole where a row is longer than a notification, and up to a megabyte', async () => {
    const name = street()
    const { heard } = await listen(visitor(), { schema: 'public', table: 'signs', filter: `street=eq.${name}` })
    await atOnce(
      `insert into signs values ('${name}', 1, repeat('ä', 30000))`,
      `update signs set words = repeat('a', 30000) where street = '${name}'`,
      `update signs set words = repeat('x', 1100000) where street = '${name}'`,
      `update signs set words = 'short' where street = '${name}'`,
    )
    await expect.poll(() => heard.length, soon).toBe(4)
    const lengths = heard.map(({ new: now }) => String(Reflect.get(now, 'words') ?? '').length)
    expect(lengths).toEqual([30000, 30000, 0, 5])
    expect(heard.map(({ errors }) => errors)).toEqual([
      ...[null, null],
      ['Error 413: Payload Too Large'],
      ['Error 413: Payload Too Large'],
    ])
    expect(heard[2]?.new).toEqual({ street: name, number: 1 })
    expect(heard[1]?.old).toEqual({ street: name, number: 1, words: 'ä'.repeat(30000) })
  })
})
