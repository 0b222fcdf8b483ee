import type { Sharp } from 'sharp'
import { storageErrors } from '../errors.ts'
import { bytesFor, pictureMemory } from './picture-memory.ts'
import type { Transformation } from './transformation.ts'

/** A small file may be a huge picture: what is decoded takes memory by its pixels. As on the hosted service. */
const MOST_PIXELS = 50_000_000
export const MOST_BYTES = 25_000_000

const LONGEST_S = 15
const DEFAULT_QUALITY = 80

/** Pictures that are made at the same moment; each takes a thread of the few that also read files and check passwords. */
const AT_ONCE = 2
const MOST_WAITING = 100

const formats = ['jpeg', 'png', 'webp', 'gif', 'avif'] as const
export type PictureFormat = (typeof formats)[number]

export type Picture = { bytes: Buffer; format: PictureFormat }

/** The formats that pictures come out in, by the type of what goes in. Others are no pictures here. */
export const formatOf: Record<string, PictureFormat> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/apng': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
}

export type PictureRenderer = {
  /** Whether this machine can: without it, pictures go out as they are. */
  isAble(): Promise<boolean>
  render(read: () => Promise<Buffer>, asked: Transformation, format: PictureFormat): Promise<Picture>
}

export function pictureRenderer(
  load: () => Promise<Library> = importSharp,
  whileHolding = pictureMemory(),
): PictureRenderer {
  const takeTurns = turns(AT_ONCE, MOST_WAITING)
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
        if (!sharp) throw storageErrors.internal(new Error('There is no sharp on this machine.'))
        const bytes = await read()
        // Told by its content, since whoever uploaded it said what it is.
        const found = await sharp(bytes, { limitInputPixels: MOST_PIXELS }).metadata().catch(notAPicture)
        if (!readable.has(found.format)) throw storageErrors.notAPicture()
        // A photo whose end was lost on its way is shown as far as it goes. Of other formats nothing might be left.
        const failOn = found.format === 'jpeg' ? 'none' : 'error'
        const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn })
        return whileHolding(bytesFor(found, asked, format), async () => {
          const made = encoded(resized(picture.autoOrient(), asked), format, asked.quality ?? DEFAULT_QUALITY)
          return { bytes: await made.timeout({ seconds: LONGEST_S }).toBuffer().catch(notAPicture), format }
        })
      }),
  }
}

/** What the library may decode for us: no drawings, and no documents. */
const readable: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'gif', 'heif', 'avif'])

function notAPicture(cause: unknown): never {
  throw storageErrors.notAPicture(cause)
}

type Library = typeof import('sharp').default

/** A large library, for the first picture that needs it; it is not there for every kind of machine. */
async function importSharp(): Promise<Library> {
  const { default: sharp } = await import('sharp')
  // Nothing is made twice soon, and one thread for each picture is enough.
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

/** Never larger than it was. With one side alone, the other follows. */
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
      // The least effort: a little larger, many times faster.
      return picture.avif({ quality, effort: 0 })
  }
}

/** Lets so much work run at once, and so much wait; for more, the caller should come back later. */
function turns(atOnce: number, mostWaiting: number) {
  const waiting: (() => void)[] = []
  let running = 0

  return async function takeTurns<T>(work: () => Promise<T>): Promise<T> {
    if (running < atOnce) running += 1
    else if (waiting.length >= mostWaiting)
      throw storageErrors.tooBusy('Too many pictures are being made; please try again')
    // Whoever finishes hands their turn on.
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
