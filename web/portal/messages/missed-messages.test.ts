import { expect, it } from 'vitest'
import { emptyLog, gapsOf, merge, noteLastNumber } from './chat-log.ts'
import type { ChatMessage } from './chat-protocol.ts'
import type { loadHistory } from './chat-queries.ts'
import { loadLatest, loadMissing } from './missed-messages.ts'

/** A room with `count` messages, some of them erased, that counts how often it was read. */
function room(count: number, erased: readonly number[] = []) {
  const messages = Array.from(
    { length: count },
    (_, index): ChatMessage => ({
      id: `m${index + 1}`,
      number: index + 1,
      created_at: new Date(index * 1000).toISOString(),
      sender_id: 'ben',
      content: `${index + 1}`,
      metadata: {},
      edited_at: null,
      deleted_at: null,
      sender: null,
    }),
  ).filter(({ number }) => !erased.includes(number))
  let [requests, loaded] = [0, 0]
  const load: typeof loadHistory = async ({ after = 0, upTo = Number.POSITIVE_INFINITY, most = 100 }) => {
    const answer = messages.filter(({ number }) => number > after && number <= upTo).slice(-most)
    requests += 1
    loaded += answer.length
    return answer
  }
  return {
    messages,
    requests: () => requests,
    loaded: () => loaded,
    async catchUp(known: readonly ChatMessage[], lastNumber = 0) {
      const back = noteLastNumber(merge(emptyLog(), known), lastNumber)
      let log = (await loadLatest(back, load, async () => []))(back)
      for (let step = await loadMissing(log, load); step; step = await loadMissing(log, load)) log = step(log)
      return log
    },
  }
}

it('[messages.md#reading] asks for the latest hundred where nothing was known', async () => {
  const { messages, catchUp, requests } = room(500)
  expect((await catchUp([])).messages).toEqual(messages.slice(-100))
  expect(requests()).toBe(1)
})

it('[messages.md#missed-messages] fetches what is missing and nothing else, however long the pause was', async () => {
  const { messages, catchUp, requests, loaded } = room(500)
  const log = await catchUp(messages.slice(0, 150))
  expect(log.messages).toEqual(messages)
  expect(requests()).toBe(4)
  expect(loaded()).toBe(350)
})

it('[messages.md#missed-messages] fetches single ones from between others', async () => {
  const { messages, catchUp, requests, loaded } = room(300)
  const known = messages.filter(({ number }) => number !== 120 && number !== 155)
  expect((await catchUp(known)).messages).toEqual(messages)
  expect(requests()).toBe(3)
  expect(loaded()).toBe(2)
})

it('[messages.md#missed-messages] asks once for what was erased, also of the end', async () => {
  const { messages, catchUp } = room(300, [50, 51, 199, 298, 299, 300])
  const log = await catchUp([...messages.slice(0, 40), ...messages.slice(60, 100)], 300)
  expect(log.messages).toEqual(messages)
  expect(gapsOf(log)).toEqual([])
})

it('[messages.md#missed-messages] leaves what is older than a very long pause where all that is older is', async () => {
  const { messages, catchUp, requests } = room(2_500)
  expect((await catchUp(messages.slice(0, 150))).messages).toEqual(messages.slice(-100))
  expect(requests()).toBe(1)
})

it('[messages.md#connection] asks for what changed of what was known, and of nothing where nothing was', async () => {
  const { messages } = room(150)
  const load: typeof loadHistory = async ({ after = 0 }) => messages.slice(Math.max(after, 50))
  const asked: number[] = []
  const edited = messages.slice(10, 11).map((message) => ({ ...message, edited_at: '2026-03-04T10:02:00Z' }))
  const loadUntold = async (since: number) => {
    asked.push(since)
    return edited
  }
  const first = (await loadLatest(noteLastNumber(emptyLog(), 150), load, loadUntold))(emptyLog())
  expect(asked).toEqual([])
  const back = noteLastNumber(merge(first, messages.slice(0, 50)), 150)
  const log = (await loadLatest(back, load, loadUntold))(back)
  expect(asked).toEqual([149_000])
  expect(log.messages).toEqual([...messages.slice(0, 10), ...edited, ...messages.slice(11)])
})
