import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Outbox } from './outbox.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const writtenAt = new Date().toISOString()
const message = (number: number) => ({ clientId: String(number), content: `Message ${number}`, writtenAt })

function scene() {
  const sent: string[] = []
  const line = { isUp: true }
  const outbox = new Outbox(({ clientId }) => line.isUp && sent.push(clientId) > 0)
  const put = (from: number, to = from) => {
    for (let number = from; number <= to; number++) outbox.put(message(number))
  }
  return { sent, line, outbox, put }
}

it('[messages.md#writing] sends many in their order, as fast as the chat takes them, and what is written meanwhile behind them', () => {
  const { sent, outbox, put } = scene()
  put(1, 19)
  expect(sent).toHaveLength(8)
  put(20)
  expect([outbox.has('8'), outbox.has('20'), outbox.has('21')]).toEqual([true, true, false])
  vi.advanceTimersByTime(5_000)
  expect(sent).toHaveLength(8)
  vi.advanceTimersByTime(1_000)
  expect(sent).toHaveLength(16)
  vi.advanceTimersByTime(6_000)
  expect(sent).toEqual(Array.from({ length: 20 }, (_, index) => String(index + 1)))
})

it('tells what went out from what is queued, and when that goes out', () => {
  const onPosted = vi.fn()
  const outbox = new Outbox(() => true, onPosted)
  for (let number = 1; number <= 9; number += 1) outbox.put(message(number))
  expect([outbox.hasPosted('8'), outbox.hasPosted('9'), onPosted.mock.calls.length]).toEqual([true, false, 8])
  vi.advanceTimersByTime(6_000)
  expect([outbox.hasPosted('9'), onPosted.mock.calls.length]).toEqual([true, 9])
})

it('keeps nothing without a connection, nor beyond it, and counts no more than what went out', () => {
  const { sent, line, outbox, put } = scene()
  line.isUp = false
  put(1, 10)
  expect([sent, outbox.has('1')]).toEqual([[], false])
  line.isUp = true
  put(1, 10)
  expect(sent).toHaveLength(8)
  outbox.clear()
  vi.advanceTimersByTime(60_000)
  expect([sent.length, outbox.has('1'), outbox.has('9')]).toEqual([8, false, false])
})
