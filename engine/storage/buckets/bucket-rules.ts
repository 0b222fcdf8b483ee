import { z } from 'zod'
import { essenceOf } from '../content/media-type.ts'
import { storageErrors } from '../errors.ts'

const NAME = /^(?! )[A-Za-z0-9_!.*'()&$@=;:+,? -]{1,100}(?<! )$/

const unitBytes: Record<string, number> = { B: 1, KB: 1e3, MB: 1e6, GB: 1e9 }

export const fileSizeLimit = z.union([z.number(), z.string()]).nullish()
export const allowedMimeTypes = z.array(z.string()).nullish()

export function requireBucketName(name: string) {
  if (!NAME.test(name)) throw storageErrors.invalidBucketName()
}

/**
 * Parses a size limit of the API: bytes, or a text with decimal units such as 20MB. Null means no limit, undefined no
 * change.
 */
export function parseFileSize(size: z.infer<typeof fileSizeLimit>, largestFile: number): number | null | undefined {
  if (size === null || size === undefined) return size
  const bytes = typeof size === 'number' ? size : bytesOf(size)
  if (!Number.isSafeInteger(bytes) || bytes < 0) throw storageErrors.invalidFileSize()
  if (bytes > largestFile) throw storageErrors.tooLarge()
  return bytes
}

function bytesOf(text: string): number {
  const [, amount, unit = 'B'] = /^\s*(\d+(?:\.\d+)?)\s*(GB|MB|KB|B)?\s*$/i.exec(text) ?? []
  const bytes = Number(amount) * (unitBytes[unit.toUpperCase()] ?? Number.NaN)
  // The hosted service rounds sizes with a unit to three digits.
  return Number(bytes.toPrecision(3))
}

/** Checks a list of media types, each exact or a range such as `image/*`. */
export function requireMimeTypes(types: readonly string[] | null | undefined) {
  for (const type of types ?? []) {
    const isKind = /^[a-z\d*!#$&^_.+-]+\/\*$|^\*$/i.test(type)
    if (type.length > 1000 || (!isKind && essenceOf(type) === undefined)) throw storageErrors.invalidType(type)
  }
}
