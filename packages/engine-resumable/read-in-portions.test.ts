import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { inPortions, type Portions } from './read-in-portions.ts'

const read = (portions: Portions, most: number) => buffer(portions.next(most))

it('gives every byte once and in order, however the stream and the portions are cut', async () => {
  const pieces = fc.array(fc.uint8Array({ maxLength: 20 }), { maxLength: 10 })
  await fc.assert(
    fc.asyncProperty(pieces, fc.integer({ min: 1, max: 30 }), async (chunks, most) => {
      const portions = inPortions(Readable.from(chunks))
      const taken: Buffer[] = []
      while (!(await portions.isAtEnd())) {
        const portion = await read(portions, most)
        expect(portion.length).toBeLessThanOrEqual(most)
        taken.push(portion)
      }
      expect(Buffer.concat(taken)).toEqual(Buffer.concat(chunks))
    }),
  )
})

it('keeps what came before the stream broke off', async () => {
  async function* brokenOff() {
    yield Buffer.from('before')
    throw new Error('hung up')
  }
  const portions = inPortions(brokenOff())
  expect((await read(portions, 100)).toString()).toBe('before')
  expect(await portions.isAtEnd()).toBe(true)
})

it('can be ended while it waits', async () => {
  async function* waiting() {
    yield Buffer.from('before')
    await new Promise(() => undefined)
  }
  const portions = inPortions(waiting())
  const portion = read(portions, 100)
  portions.stop()
  expect((await portion).toString()).toBe('before')
  expect(await portions.isAtEnd()).toBe(true)
})

it('reads what comes after it was ended to its end, and gives it to nobody', async () => {
  const later = Promise.withResolvers<void>()
  const isReadUp = Promise.withResolvers<void>()
  async function* slow() {
    yield Buffer.from('before')
    await later.promise
    yield Buffer.from('after')
    isReadUp.resolve()
  }
  const portions = inPortions(slow())
  const portion = read(portions, 100)
  portions.stop()
  expect((await portion).toString()).toBe('before')
  later.resolve()
  await isReadUp.promise
  expect(await portions.isAtEnd()).toBe(true)
})
