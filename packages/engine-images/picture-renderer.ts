import { storageErrors } from 'engine/feature'
import type { Sharp } from 'sharp'
import { bytesFor, pictureMemory } from './picture-memory.ts'
import type { Transformation } from './transformation.ts'

/** The most pixels of an image, as on the hosted service: a small file can decode to a huge image. */
const MAX_PIXELS = 50_000_000
export const MAX_BYTES = 25_000_000

const TIMEOUT_SECONDS = 15
const DEFAULT_QUALITY = 80

/** The most concurrent transformations; each uses one of the few threads that also read files and hash passwords. */
const CONCURRENCY = 2
const MAX_QUEUED = 100

const formats = ['jpeg', 'png', 'webp', 'gif', 'avif'] as const
export type PictureFormat = (typeof formats)[number]

export type Picture = { bytes: Buffer; format: PictureFormat }

/** The output format for each input type. Other types are not transformed. */
export const formatOf: Record<string, PictureFormat> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/apng': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
}

export type PictureRenderer = {
  /** Whether the image library works on this machine; without it, originals are returned. */
  isAble(): Promise<boolean>
  render(read: () => Promise<Buffer>, asked: Transformation, format: PictureFormat): Promise<Picture>
}

export function pictureRenderer(
  load: () => Promise<Library> = importSharp,
  whileHolding = pictureMemory(),
): PictureRenderer {
  const takeTurns = concurrencyLimit(CONCURRENCY, MAX_QUEUED)
  let loading: Promise<Library | undefined> | undefined
  const loadSharp = () => {
    loading ??= load().catch(() => undefined)
    return loading
  }

  return {
    isAble: async () => (await loadSharp()) !== undefined,
    render: (read, asked, format) =>
      takeTurns(async () => {
        const sharp = await loadSharp()
        if (!sharp) throw storageErrors.internal(new Error('The image library sharp is not available on this machine.'))
        const bytes = await read()
        // The format is detected by content, because the uploader's claim may be wrong.
        const found = await sharp(bytes, { limitInputPixels: MAX_PIXELS }).metadata().catch(notAPicture)
        if (!readable.has(found.format)) throw storageErrors.notAPicture()
        // A truncated JPEG is shown as far as it goes. Of truncated files of other formats nothing may be left.
        const failOn = found.format === 'jpeg' ? 'none' : 'error'
        const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn })
        return whileHolding(bytesFor(found, asked, format), async () => {
          const made = encoded(resized(picture.autoOrient(), asked), format, asked.quality ?? DEFAULT_QUALITY)
          return { bytes: await made.timeout({ seconds: TIMEOUT_SECONDS }).toBuffer().catch(notAPicture), format }
        })
      }),
  }
}

/** The formats that the library may decode: neither vector graphics nor documents. */
const readable: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'gif', 'heif', 'avif'])

function notAPicture(cause: unknown): never {
  throw storageErrors.notAPicture(cause)
}

type Library = typeof import('sharp').default

/** Loads a large library on demand; it is not available for every platform. */
async function importSharp(): Promise<Library> {
  const { default: sharp } = await import('sharp')
  // Caching rarely helps here, and one thread for each image is enough.
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

/** Scales down, never up. With one side given, the other keeps the proportions. */
function resized(picture: Sharp, { width, height, resize = 'cover' }: Transformation): Sharp {
  if (width === undefined && height === undefined) return picture
  const isWhole = width === undefined || height === undefined || resize === 'contain'
  return picture.resize({
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    fit: isWhole ? 'inside' : resize,
    withoutEnlargement: true,
  })
}

function encoded(picture: Sharp, format: PictureFormat, quality: number): Sharp {
  switch (format) {
    case 'jpeg':
      return picture.jpeg({ quality, mozjpeg: false })
    case 'png':
      return picture.png()
    case 'webp':
      return picture.webp({ quality })
    case 'gif':
      return picture.gif()
    case 'avif':
      // The least effort makes files slightly larger, and is many times faster.
      return picture.avif({ quality, effort: 0 })
  }
}

/** Limits concurrent work and its queue; beyond the queue, callers are told to retry later. */
function concurrencyLimit(atOnce: number, mostWaiting: number) {
  const waiting: (() => void)[] = []
  let running = 0

  return async function takeTurns<T>(work: () => Promise<T>): Promise<T> {
    if (running < atOnce) running += 1
    else if (waiting.length >= mostWaiting)
      throw storageErrors.tooBusy('Too many pictures are being made; please try again')
    // A finished task passes its slot to the next one.
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
