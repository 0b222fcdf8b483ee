import { png } from 'engine/testing/features'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { pictureRenderer } from './picture-renderer.ts'

it('says where a machine cannot', async () => {
  const without = pictureRenderer(() => Promise.reject(new Error('Could not load the "sharp" module')))
  expect(await without.isAble()).toBe(false)
  expect(await pictureRenderer().isAble()).toBe(true)
})

it('makes two at once, lets a hundred wait, and sends the others away', async () => {
  const pictures = pictureRenderer()
  const gate = Promise.withResolvers<void>()
  let reading = 0
  const read = async () => {
    reading += 1
    await gate.promise
    return png
  }
  const asked = Array.from({ length: 103 }, () => pictures.render(read, {}, 'webp'))
  await expect(asked[102]).rejects.toMatchObject({ httpStatus: 429 })
  await expect.poll(() => reading).toBe(2)
  gate.resolve()
  const made = await Promise.all(asked.slice(0, 102))
  expect(made.every(({ format }) => format === 'webp')).toBe(true)
  await expect(pictures.render(read, {}, 'png')).resolves.toMatchObject({ format: 'png' })
})

const cut = async (format: 'jpeg' | 'png') => {
  const pixels = Buffer.from(Array.from({ length: 64 * 64 * 3 }, (_, index) => (index * 7919) % 251))
  const raw = { width: 64, height: 64, channels: 3 } as const
  const whole = await sharp(pixels, { raw }).toFormat(format).toBuffer()
  return whole.subarray(0, Math.floor(whole.length / 2))
}

it('shows a photo whose end was lost as far as it goes', async () => {
  const { bytes } = await pictureRenderer().render(() => cut('jpeg'), { width: 32 }, 'png')
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  expect(info).toMatchObject({ width: 32, height: 32 })
  const coloursIn = (from: number, to: number) =>
    new Set(data.subarray(from * 32 * info.channels, to * 32 * info.channels)).size
  expect(coloursIn(0, 8)).toBeGreaterThan(20)
  expect(coloursIn(24, 32)).toBeLessThan(4)
})

it('refuses a cut picture of another format, of which the browser shows more', async () => {
  await expect(pictureRenderer().render(() => cut('png'), {}, 'png')).rejects.toMatchObject({ httpStatus: 400 })
})
