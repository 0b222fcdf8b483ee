import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { inProcessBus } from '../../bus/in-process-bus.ts'
import { AccountAttempts } from './account-attempts.ts'

const limit = { max: 1, timeWindow: 60_000 }
const visitor = { ip: '192.0.2.1', userAgent: '' }
const mebibyte = 2 ** 20

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

it('counts by account', async () => {
  const attempts = new AccountAttempts(inProcessBus(), 'passwords', { fromOneAddress: limit, fromAll: limit })
  await attempts.take('ana@north.test', visitor)
  await attempts.take('ben@north.test', visitor)
  await expect(attempts.take('ana@north.test', visitor)).rejects.toThrow('Request rate limit reached')
  await attempts.forgive('ana@north.test', visitor)
  await attempts.take('ana@north.test', visitor)
})

it('remembers little of what nobody is called: anybody may send a megabyte as their address', async () => {
  const attempts = new AccountAttempts(inProcessBus(), 'passwords', { fromOneAddress: limit, fromAll: limit })
  collectGarbage()
  const before = process.memoryUsage().heapUsed
  for (let each = 0; each < 256; each += 1) {
    await attempts.take(Buffer.alloc(mebibyte, `somebody ${each} `).toString('latin1'), visitor)
  }
  collectGarbage()
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(64 * mebibyte)
  await expect(attempts.take(Buffer.alloc(mebibyte, 'somebody 0 ').toString('latin1'), visitor)).rejects.toThrow()
})
