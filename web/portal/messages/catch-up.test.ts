import { expect, it } from 'vitest'
import { catchUp } from './catch-up.ts'
import type { ChatMessage } from './chat-protocol.ts'

/** A room in which somebody said something every second, and how often it was asked for. */
function room(count: number) {
  const messages = Array.from(
    { length: count },
    (_, second): ChatMessage => ({
      id: `m${second}`,
      created_at: new Date(second * 1000).toISOString(),
      sender_id: 'ben',
      content: `${second}`,
      metadata: {},
      edited_at: null,
      deleted_at: null,
      sender: null,
    }),
  )
  let requests = 0
  return {
    messages,
    requests: () => requests,
    async load(before?: string) {
      requests += 1
      return messages.filter(({ created_at }) => before === undefined || created_at < before).slice(-100)
    },
  }
}

it('[messages.md#reading] asks for the latest hundred where nothing was known', async () => {
  const { messages, load, requests } = room(500)
  expect(await catchUp([], load)).toEqual(messages.slice(-100))
  expect(requests()).toBe(1)
})

it('goes back as far as the pause was long, and no further', async () => {
  const { messages, load, requests } = room(500)
  const caughtUp = await catchUp(messages.slice(0, 150), load)
  expect(caughtUp).toEqual(messages.slice(100))
  expect(requests()).toBe(4)
})

it('finds what was stored late, before what was known already', async () => {
  const { messages, load } = room(300)
  const late = messages[195]
  const caughtUp = await catchUp(
    messages.slice(0, 206).filter((message) => message !== late),
    load,
  )
  expect(caughtUp).toContain(late)
})

it('ends with the room where what was known is no longer in it', async () => {
  const { messages, load } = room(130)
  const gone = room(1).messages.map((message) => ({ ...message, id: 'gone' }))
  expect(await catchUp(gone, load)).toEqual(messages)
})
