import { expect, it, vi } from 'vitest'
import { runOnce } from './run-once.ts'

it('does the work once, however often it is asked for', async () => {
  const work = vi.fn(async () => ({}))
  const result = runOnce(work)
  const [first, second] = await Promise.all([result(), result()])
  expect(second).toBe(first)
  expect(await result()).toBe(first)
  expect(work).toHaveBeenCalledTimes(1)
})

it('tries again what has failed', async () => {
  const work = vi.fn(async () => 'here').mockRejectedValueOnce(new Error('away'))
  const result = runOnce(work)
  await expect(result()).rejects.toThrow('away')
  expect(await result()).toBe('here')
})
