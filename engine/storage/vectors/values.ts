import { z } from 'zod'
import type { VectorIndex } from './vector-index.ts'

/** The numbers of a vector, as JSON. */
export const vectorData = z.object({ float32: z.array(z.number()).min(1) })

/** How many numbers are read at once: a megabyte of them. */
const NUMBERS_AT_ONCE = 250_000

/** How many vectors of the index are read at once, at most. */
export const batchOf = ({ dimension }: Pick<VectorIndex, 'dimension'>, most: number): number =>
  Math.min(most, Math.ceil(NUMBERS_AT_ONCE / dimension))

/** The vector in 32 bits; throws by `refuse` what the index cannot hold. */
export function toFloats(
  numbers: readonly number[],
  { dimension, distance_metric }: Pick<VectorIndex, 'dimension' | 'distance_metric'>,
  refuse: (detail: string) => Error,
): Float32Array {
  if (numbers.length !== dimension)
    throw refuse(`vector must have length ${dimension}, but has length ${numbers.length}`)
  const floats = Float32Array.from(numbers)
  if (!floats.every(Number.isFinite)) throw refuse('vector must hold numbers of 32 bits')
  if (distance_metric === 'cosine' && floats.every((number) => number === 0))
    throw refuse('a vector of zeros has no direction, which the cosine metric needs')
  return floats
}

/** As they are stored: four bytes a number, the lowest first, as this machine has them. */
export const toBytes = ({ buffer, byteOffset, byteLength }: Float32Array) => Buffer.from(buffer, byteOffset, byteLength)

export function fromBytes(bytes: Buffer): Float32Array {
  // A view of four bytes each begins at a multiple of four, and the driver's buffers begin anywhere.
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes)
  return new Float32Array(aligned.buffer, aligned.byteOffset, aligned.length / Float32Array.BYTES_PER_ELEMENT)
}
