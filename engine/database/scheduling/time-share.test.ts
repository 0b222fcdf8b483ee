import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ALLOWANCE_MS, FREE_STATEMENT_MS, PAUSE_FACTOR, SLOWED_STATEMENT_MS, TimeShare } from './time-share.ts'

const MINUTE = 60_000

let share: TimeShare
beforeEach(() => {
  vi.useFakeTimers()
  share = new TimeShare(ALLOWANCE_MS, () => Date.now())
  return () => vi.useRealTimers()
})

describe('the allowance', () => {
  it('is not touched by what is quick, however often', () => {
    for (let times = 0; times < 10_000; times++) share.spend(FREE_STATEMENT_MS)
    expect(share.limit(8_000)).toBe(8_000)
    expect(share.limit(60_000)).toBe(60_000)
  })

  it('lets one statement take its whole time, and the next one what is left', () => {
    expect(share.limit(8_000)).toBe(8_000)
    share.spend(5_000)
    expect(share.limit(8_000)).toBe(8_000 - 5_000 + 2 * FREE_STATEMENT_MS)
    share.spend(3_000 + FREE_STATEMENT_MS)
    expect(share.limit(8_000)).toBe(SLOWED_STATEMENT_MS + FREE_STATEMENT_MS - SLOWED_STATEMENT_MS + FREE_STATEMENT_MS)
  })

  it('is given back within ten minutes, evenly', () => {
    share.spend(60_000)
    expect(share.limit(8_000)).toBe(SLOWED_STATEMENT_MS)
    vi.advanceTimersByTime(5 * MINUTE)
    expect(share.limit(8_000)).toBe(ALLOWANCE_MS / 2 + FREE_STATEMENT_MS)
    vi.advanceTimersByTime(5 * MINUTE)
    expect(share.limit(8_000)).toBe(8_000)
  })

  it('is gone for who cost everybody the database, and nothing comes for a minute', () => {
    share.bar()
    expect(share.limit(8_000)).toBe(SLOWED_STATEMENT_MS)
    expect(share.barredForMs()).toBe(MINUTE)
    vi.advanceTimersByTime(MINUTE)
    expect(share.barredForMs()).toBe(0)
  })

  it('lets a statement take longer where its role or function may', () => {
    expect(share.limit(60_000)).toBe(60_000)
    expect(share.limit(3_000)).toBe(3_000)
  })
})

describe('slots', () => {
  const enter = async (name: string, entered: string[]) => {
    await share.slots.enter()
    entered.push(name)
  }

  it('are four at once, in the order of coming', async () => {
    const entered: string[] = []
    for (const name of 'abcdef') void enter(name, entered)
    await vi.advanceTimersByTimeAsync(0)
    expect(entered).toEqual(['a', 'b', 'c', 'd'])
    share.slots.leave()
    await vi.advanceTimersByTimeAsync(0)
    expect(entered).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('are one, after a pause nine times as long as a statement may take, for who used the allowance up', async () => {
    const entered: string[] = []
    share.spend(ALLOWANCE_MS + FREE_STATEMENT_MS)
    void enter('a', entered)
    void enter('b', entered)
    await vi.advanceTimersByTimeAsync(PAUSE_FACTOR * SLOWED_STATEMENT_MS - 1)
    expect(entered).toEqual([])
    await vi.advanceTimersByTimeAsync(2)
    expect(entered).toEqual(['a'])
  })

  it('are refused to who has waited for ten seconds', async () => {
    for (let place = 0; place < 4; place++) await share.slots.enter()
    const fifth = share.slots.enter()
    const refused = expect(fifth).rejects.toThrow('please try again in a few seconds')
    await vi.advanceTimersByTimeAsync(10_000)
    await refused
    // The queue is empty: the next caller enters as soon as there is room.
    share.slots.leave()
    expect(share.slots.tryEnter()).toBe(true)
  })
})
