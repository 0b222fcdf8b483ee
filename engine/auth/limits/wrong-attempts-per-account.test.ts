import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { inProcessBus } from '../../bus/in-process-bus.ts'
import { AccountAttempts } from './wrong-attempts-per-account.ts'

const limit = { max: 1, timeWindow: 60_000 }
const many = { max: 1_000_000, timeWindow: 60_000 }
const limits = { fromOneAddress: limit, alarm: many, underAlarm: limit, pauseMs: 0 }
const visitor = { ip: '192.0.2.1', userAgent: '' }
const mebibyte = 2 ** 20

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

it('counts by account', async () => {
  const attempts = new AccountAttempts(inProcessBus(), 'passwords', limits)
  await attempts.take('ana@north.test', visitor)
  await attempts.take('ben@north.test', visitor)
  await expect(attempts.take('ana@north.test', visitor)).rejects.toThrow('Request rate limit reached')
  await attempts.forgive('ana@north.test', visitor)
  await attempts.take('ana@north.test', visitor)
})

it('remembers little of what nobody is called: anybody may send a megabyte as their address', async () => {
  const attempts = new AccountAttempts(inProcessBus(), 'passwords', limits)
  collectGarbage()
  const before = process.memoryUsage().heapUsed
  for (let each = 0; each < 256; each += 1) {
    await attempts.take(Buffer.alloc(mebibyte, `somebody ${each} `).toString('latin1'), visitor)
  }
  collectGarbage()
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(64 * mebibyte)
  await expect(attempts.take(Buffer.alloc(mebibyte, 'somebody 0 ').toString('latin1'), visitor)).rejects.toThrow()
})

it('locks nobody out of an account that is guessed from everywhere, and takes less of each address', async () => {
  const alarm = { max: 5, timeWindow: 60_000 }
  const fromOneAddress = { max: 4, timeWindow: 60_000 }
  const underAlarm = { max: 2, timeWindow: 60_000 }
  const attempts = new AccountAttempts(inProcessBus(), 'passwords', { fromOneAddress, alarm, underAlarm, pauseMs: 20 })
  const from = (ip: string) => attempts.take('ana@north.test', { ip, userAgent: '' })
  for (let each = 0; each < 5; each += 1) await from(`192.0.2.${each}`)

  const startedAt = performance.now()
  await from('192.0.2.10')
  const first = performance.now() - startedAt
  await from('192.0.2.10')
  expect(first).toBeGreaterThanOrEqual(19)
  expect(performance.now() - startedAt - first).toBeGreaterThanOrEqual(39)
  await expect(from('192.0.2.10')).rejects.toThrow('Request rate limit reached')
  for (let each = 20; each < 30; each += 1) await from(`192.0.2.${each}`)

  // A holder of one IPv6 site network has thousands of smaller ones.
  await from('2001:db8:1:1::1')
  await from('2001:db8:1:2::1')
  await expect(from('2001:db8:1:3::1')).rejects.toThrow('Request rate limit reached')
  // A correct attempt does not count.
  await from('198.51.100.7')
  await attempts.forgive('ana@north.test', { ip: '198.51.100.7', userAgent: '' })
  await from('198.51.100.7')
  await from('198.51.100.7')
})
