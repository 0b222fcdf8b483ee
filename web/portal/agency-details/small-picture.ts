/** The longest side of a picture in pixels, as a page shows it on a high-density screen. */
const LONGEST_SIDE_PX = 1200

/**
 * Scales a picture down to the size that a page needs. The camera's metadata, such as the location, is dropped. Throws
 * for a file that is no picture.
 */
export async function smallPicture(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new Error('This browser can’t read this picture.')
  })
  const scale = Math.min(1, LONGEST_SIDE_PX / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const context = canvas.getContext('2d')
  context?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const webp = await encode(canvas, 'image/webp')
  // Some browsers cannot encode WebP and return a much larger PNG instead; JPEG is smaller.
  if (webp.type === 'image/webp') return webp
  paintBeneath(context, 'white')
  return encode(canvas, 'image/jpeg')
}

/** Fills the transparent parts of a canvas, which JPEG would make black. */
function paintBeneath(context: CanvasRenderingContext2D | null, color: string) {
  if (!context) return
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = color
  context.fillRect(0, 0, context.canvas.width, context.canvas.height)
}

const encode = (canvas: HTMLCanvasElement, type: string) =>
  new Promise<Blob>((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('This picture is too large.'))), type, 0.82)
  })
