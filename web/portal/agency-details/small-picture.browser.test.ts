import { expect, it, vi } from 'vitest'
import { smallPicture } from './small-picture.ts'

it('[agencies.md#website] a transparent picture is on white in a browser that cannot encode WebP', async () => {
  const { toBlob } = HTMLCanvasElement.prototype
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (this: HTMLCanvasElement, take, type) {
    toBlob.call(this, take, type === 'image/webp' ? 'image/png' : type)
  })
  const logo = new OffscreenCanvas(8, 8)
  logo.getContext('2d')?.clearRect(0, 0, 8, 8)
  const small = await smallPicture(await logo.convertToBlob({ type: 'image/png' }))
  expect(small.type).toBe('image/jpeg')
  const seen = new OffscreenCanvas(8, 8).getContext('2d')
  seen?.drawImage(await createImageBitmap(small), 0, 0)
  expect([...(seen?.getImageData(4, 4, 1, 1).data ?? [])]).toEqual([255, 255, 255, 255])
})
