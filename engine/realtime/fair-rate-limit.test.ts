import { expect, it } from 'vitest'
import { type Client, fairMeter } from './fair-rate-limit.ts'

const robot: Client = { key: '203.0.113.1', isKnown: false }
const ana: Client = { key: 'ana', isKnown: true }

it('stops whoever uses everything up, and not those who use little', () => {
  let now = 0
  const meter = fairMeter(10, () => now) // 600 a minute, twelve of them are little
  for (let time = 0; time < 600; time += 1) expect(meter.allows(robot)).toBe(true)
  expect(meter.allows(robot)).toBe(false)
  for (let time = 0; time < 12; time += 1) expect(meter.allows(ana)).toBe(true)
  expect(meter.allows(ana)).toBe(false)
  now += 60_000
  expect([meter.allows(robot), meter.allows(ana)]).toEqual([true, true])
})

it('keeps what is reserved for people from those who have not signed in', () => {
  const meter = fairMeter(10, () => 0)
  meter.count(600)
  for (let each = 0; each < 100; each += 1) {
    for (let time = 0; time < 12; time += 1) meter.allows({ key: `203.0.113.${each}`, isKnown: false })
  }
  expect(meter.allows({ key: '198.51.100.1', isKnown: false })).toBe(false)
  expect(meter.allows(ana)).toBe(true)
})

it('has no end without a limit', () => {
  const meter = fairMeter(Number.POSITIVE_INFINITY)
  meter.count(1_000_000)
  expect(meter.allows(robot, 1_000_000)).toBe(true)
})
