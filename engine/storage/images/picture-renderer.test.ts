import { expect, it } from 'vitest'
import { png } from '../testing/samples.ts'
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
