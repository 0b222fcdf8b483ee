import { describe, expect, it } from 'vitest'
import { callLimit, rateMeter } from './rate-limit.ts'

describe('a rate meter', () => {
  it('allows a burst within the average of a minute, and more once the burst is a minute old', () => {
    let now = 5_000
    const meter = rateMeter(2, () => now)
    expect(meter.allows(119)).toBe(true)
    expect(meter.allows(2)).toBe(false)
    expect(meter.allows()).toBe(true)
    expect(meter.isExhausted()).toBe(true)
    now += 59_000
    expect(meter.allows()).toBe(false)
    now += 1_000
    expect(meter.isExhausted()).toBe(false)
    expect(meter.allows(120)).toBe(true)
  })

  it('counts what nobody asked for', () => {
    const meter = rateMeter(1, () => 0)
    meter.count(1000)
    expect(meter.allows()).toBe(false)
  })

  it('has no end without a limit', () => {
    const meter = rateMeter(Number.POSITIVE_INFINITY)
    meter.count(1_000_000)
    expect(meter.allows()).toBe(true)
  })
})

it('a call limit begins anew when its time is over', () => {
  let now = 0
  const allows = callLimit(2, 30_000, () => now)
  expect([allows(), allows(), allows()]).toEqual([true, true, false])
  now = 29_999
  expect(allows()).toBe(false)
  now = 30_000
  expect([allows(), allows(), allows()]).toEqual([true, true, false])
})
