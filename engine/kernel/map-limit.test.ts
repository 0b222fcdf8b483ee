import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { mapLimit } from './map-limit.ts'

it('works on all of them, a few at a time, and answers in their order', async () => {
  let working = 0
  let most = 0
  const doubled = await mapLimit(
    Array.from({ length: 500 }, (_, index) => index),
    async (index) => {
      most = Math.max(most, ++working)
      for (let turn = 0; turn < index % 7; turn++) await setImmediate()
      working--
      return index * 2
    },
  )
  expect(doubled).toEqual(Array.from({ length: 500 }, (_, index) => index * 2))
  expect(most).toBe(32)
})

it('fails as one of them does', async () => {
  const failing = mapLimit([1, 2, 3], async (number) => {
    if (number === 2) throw new Error('not this one')
  })
  await expect(failing).rejects.toThrow('not this one')
})
