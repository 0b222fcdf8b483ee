import { totalmem } from 'node:os'
import { storageErrors } from 'engine/feature'
import type { Transformation } from './transformation.ts'

/** The properties of an image that are known before it is decoded. */
export type ImageProperties = { format: string; width: number; height: number; isProgressive?: boolean }

/**
 * Bytes for each pixel, measured and rounded up. Most images are decoded row by row while being scaled; these formats
 * and progressive images are decoded as a whole. An AVIF of 1.2 KB can hold 50 million pixels and take 880 MB.
 */
const DECODED: Record<string, number> = { heif: 18, gif: 5 }
const DECODED_IN_PASSES = 4
const DECODED_BY_ROWS = 1
const ENCODED: Record<string, number> = { jpeg: 7, png: 1, webp: 8, gif: 9, avif: 29 }

export function bytesFor(picture: ImageProperties, asked: Transformation, format: string): number {
  const pixels = picture.width * picture.height
  const decoded = DECODED[picture.format] ?? (picture.isProgressive ? DECODED_IN_PASSES : DECODED_BY_ROWS)
  return pixels * decoded + pixels * Math.min(1, scaleOf(picture, asked)) * (ENCODED[format] ?? 0)
}

/** An upper bound of the scale in area; the sides may be swapped by rotation. */
function scaleOf({ width, height }: ImageProperties, asked: Transformation) {
  if (asked.width !== undefined && asked.height !== undefined) return (asked.width * asked.height) / (width * height)
  const side = asked.width ?? asked.height
  return side === undefined ? 1 : (side / Math.min(width, height)) ** 2
}

const constrained = process.constrainedMemory()
/** A quarter of the memory of the machine, or of this process' limit. */
const AFFORDABLE_BYTES = Math.min(totalmem(), constrained > 0 ? constrained : Infinity) / 4

/**
 * A memory budget for concurrent transformations: one waits while others use it up, and is refused where it exceeds the
 * whole budget.
 */
export function pictureMemory(affordableBytes = AFFORDABLE_BYTES) {
  let held = 0
  let given = Promise.withResolvers<void>()

  return async function whileHolding<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    if (bytes > affordableBytes) throw storageErrors.notAPicture(new Error('It would take too much memory.'))
    while (held + bytes > affordableBytes) await given.promise
    held += bytes
    try {
      return await work()
    } finally {
      held -= bytes
      given.resolve()
      given = Promise.withResolvers<void>()
    }
  }
}
