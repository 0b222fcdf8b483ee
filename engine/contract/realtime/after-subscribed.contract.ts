import { expect, it } from 'vitest'
import { service } from '../rest/client.ts'
import { soon, street } from './changes-client.ts'
import { topic, visitor } from './client.ts'

const TRIES = 20

it('a write right after SUBSCRIBED is heard, every time', async () => {
  const tries = Array.from({ length: TRIES }, async () => {
    const name = street()
    const heard: unknown[] = []
    const place = { event: '*', schema: 'public', table: 'signs', filter: `street=eq.${name}` } as const
    const channel = visitor()
      .channel(topic())
      .on('postgres_changes', place, (change) => heard.push(change.eventType))
    const joined = new Promise<void>((done) => channel.subscribe((status) => status === 'SUBSCRIBED' && done()))
    await joined
    const { error } = await service.from('signs').insert({ street: name, number: 1, words: 'a' })
    return { error, heard }
  })
  for (const one of tries) {
    const { error, heard } = await one
    expect(error).toBeNull()
    await expect.poll(() => heard, soon).toEqual(['INSERT'])
  }
})
