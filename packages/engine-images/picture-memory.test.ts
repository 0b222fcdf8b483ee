import { setImmediate } from 'node:timers/promises'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { bytesFor, pictureMemory } from './picture-memory.ts'
import { pictureRenderer } from './picture-renderer.ts'

const MEGABYTES = 1_000_000

describe('a picture', () => {
  const large = { width: 8000, height: 6000 }
  it.each([
    ['of a phone, made smaller', { ...large, format: 'jpeg' }, { width: 400 }, 'webp', 50],
    ['in passes', { ...large, format: 'jpeg', isProgressive: true }, { width: 400 }, 'webp', 194],
    ['that is decoded as a whole', { ...large, format: 'heif' }, { width: 400 }, 'jpeg', 865],
    ['with other sides', { ...large, format: 'png' }, { width: 1000, height: 1000 }, 'avif', 77],
    ['as large as it is', { ...large, format: 'png' }, {}, 'webp', 432],
    ['that is small already', { width: 100, height: 100, format: 'png' }, { width: 2000 }, 'png', 0.02],
  ] as const)('%s takes memory by its pixels', (_, picture, asked, format, megabytes) => {
    expect(bytesFor(picture, asked, format) / MEGABYTES).toBeCloseTo(megabytes, 0)
  })

  it('of a small file and many pixels is refused where memory is short, before it is decoded', async () => {
    const grey = { width: 2000, height: 2000, channels: 3, background: 'grey' } as const
    const bytes = await sharp({ create: grey }).avif({ quality: 1, effort: 0 }).toBuffer()
    expect(bytes.length).toBeLessThan(10_000)
    const pictures = pictureRenderer(undefined, pictureMemory(64 * MEGABYTES))
    await expect(pictures.render(async () => bytes, { width: 100 }, 'webp')).rejects.toMatchObject({ httpStatus: 400 })
    const larger = pictureRenderer(undefined, pictureMemory(128 * MEGABYTES))
    await expect(larger.render(async () => bytes, { width: 100 }, 'webp')).resolves.toMatchObject({ format: 'webp' })
  })
})

it('waits for memory that another picture holds', async () => {
  const whileHolding = pictureMemory(100)
  const gate = Promise.withResolvers<string>()
  const first = whileHolding(60, () => gate.promise)
  let isSecondMade = false
  const second = whileHolding(50, async () => {
    isSecondMade = true
  })
  await whileHolding(40, async () => undefined)
  await setImmediate()
  expect(isSecondMade).toBe(false)
  gate.resolve('made')
  expect(await first).toBe('made')
  await second
  expect(isSecondMade).toBe(true)
})
