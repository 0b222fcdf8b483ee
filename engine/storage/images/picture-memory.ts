import { totalmem } from 'node:os'
import { storageErrors } from '../errors.ts'
import type { Transformation } from './transformation.ts'

/** What is known of a picture before it is decoded. */
export type Known = { format: string; width: number; height: number; isProgressive?: boolean }

/**
 * Bytes for each pixel, as measured, rounded up: most pictures are decoded row by row, as they are made smaller; others,
 * and what comes in passes, as a whole. 1.2 KB of AVIF may be 50 million pixels and 880 MB.
 */
const DECODED: Record<string, number> = { heif: 18, gif: 5 }
const DECODED_IN_PASSES = 4
const DECODED_BY_ROWS = 1
const ENCODED: Record<string, number> = { jpeg: 7, png: 1, webp: 8, gif: 9, avif: 29 }

export function bytesFor(picture: Known, asked: Transformation, format: string): number {
  const pixels = picture.width * picture.height
  const decoded = DECODED[picture.format] ?? (picture.isProgressive ? DECODED_IN_PASSES : DECODED_BY_ROWS)
  return pixels * decoded + pixels * Math.min(1, scaleOf(picture, asked)) * (ENCODED[format] ?? 0)
}

/** Of its area, at most; where it is turned, its sides are the other way round. */
function scaleOf({ width, height }: Known, asked: Transformation) {
  if (asked.width !== undefined && asked.height !== undefined) return (asked.width * asked.height) / (width * height)
  const side = asked.width ?? asked.height
  return side === undefined ? 1 : (side / Math.min(width, height)) ** 2
}

const constrained = process.constrainedMemory()
/** A quarter of the machine's memory, or of what this process may take of it. */
const AFFORDABLE_BYTES = Math.min(totalmem(), constrained > 0 ? constrained : Infinity) / 4

/** Memory that pictures share while they are made: one waits for what another holds, and is refused what there never is. */
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
