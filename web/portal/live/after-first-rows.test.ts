import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { afterFirstRows } from './after-first-rows.ts'

let drawn: (() => void)[] = []
const whenIdle = (work: () => void) => drawn.push(work)

beforeEach(() => {
  drawn = []
  vi.useFakeTimers()
  vi.stubGlobal('window', { requestIdleCallback: whenIdle })
  vi.stubGlobal('requestIdleCallback', whenIdle)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Sends a query, and returns what answers it. */
function ask(client: QueryClient, queryKey: readonly ['clients' | 'projects']) {
  const answer = Promise.withResolvers<string>()
  void client.prefetchQuery({ queryKey, queryFn: () => answer.promise })
  return async () => {
    answer.resolve('rows')
    await vi.advanceTimersByTimeAsync(0)
  }
}

/** The browser has drawn what there is. */
function draw() {
  for (const work of drawn.splice(0)) work()
}

it('[shell.md#slow-connections] works once the first queries are answered and drawn', async () => {
  const client = new QueryClient()
  const work = vi.fn()
  const answer = ask(client, ['clients'])
  afterFirstRows(client, work)
  draw()
  expect(work).not.toHaveBeenCalled()
  await answer()
  expect(work).not.toHaveBeenCalled()
  draw()
  expect(work).toHaveBeenCalledOnce()
  await ask(client, ['projects'])()
  draw()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(work).toHaveBeenCalledOnce()
})

it('[shell.md#slow-connections] waits for a query that the first rows have sent', async () => {
  const client = new QueryClient()
  const work = vi.fn()
  const answer = ask(client, ['clients'])
  afterFirstRows(client, work)
  await answer()
  const answerNext = ask(client, ['projects'])
  draw()
  expect(work).not.toHaveBeenCalled()
  await answerNext()
  draw()
  expect(work).toHaveBeenCalledOnce()
})

it('works at last although a query never ends', async () => {
  const client = new QueryClient()
  const work = vi.fn()
  ask(client, ['clients'])
  afterFirstRows(client, work)
  await vi.advanceTimersByTimeAsync(4_999)
  expect(work).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(work).toHaveBeenCalledOnce()
})

it('does nothing for a person who has left', async () => {
  const client = new QueryClient()
  const work = vi.fn()
  const answer = ask(client, ['clients'])
  const leave = afterFirstRows(client, work)
  leave()
  await answer()
  draw()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(work).not.toHaveBeenCalled()
})
