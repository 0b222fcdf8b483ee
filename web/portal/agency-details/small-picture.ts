/** As large as a page shows it on a good screen. */
const LONGEST_SIDE_PX = 1200

/**
 * A picture as small as a page needs it, whatever somebody took it with. What a camera writes into it (where that was, for
 * one) stays behind. Throws for what is no picture.
 */
export async function smallPicture(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new Error('This is no picture that this browser can read.')
  })
  const scale = Math.min(1, LONGEST_SIDE_PX / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const webp = await encode(canvas, 'image/webp')
  // Not every browser writes WebP; what they write instead is much larger.
  return webp.type === 'image/webp' ? webp : encode(canvas, 'image/jpeg')
}

const encode = (canvas: HTMLCanvasElement, type: string) =>
  new Promise<Blob>((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('This picture is too large.'))), type, 0.82)
  })
