import { open } from 'node:fs/promises'
import { storageErrors } from '../errors.ts'
import type { TempFile } from '../files/temp-files.ts'
import { isUtf16, looksLikeText } from './looks-like-text.ts'
import { essenceOf, isAllowed, isTextual } from './media-type.ts'

/**
 * The media type of a file by its content, for a bucket with allowed types; the claimed type is not trusted. Throws
 * `invalidType` for content of another type, for unrecognizable content of a type that has a signature, and for binary
 * content that claims to be text.
 */
export async function detectType(
  { path, hasZeroByte }: Pick<TempFile, 'path' | 'hasZeroByte'>,
  claimed: string,
  allowed: readonly string[],
): Promise<string> {
  const essence = essenceOf(claimed)
  if (essence === undefined) throw storageErrors.unparsableType()
  // A bucket that allows application/octet-stream allows any content.
  if (essence === 'application/octet-stream') return claimed
  // Loaded on demand to keep the start fast.
  const fileType = await import('file-type')
  const beginning = await beginningOf(path)
  const found = detectedType(essence, beginning, (await fileType.fileTypeFromFile(path))?.mime, hasZeroByte)
  if (isTextual(essence) && hasZeroByte && (await isUtf16(path, beginning))) return claimed
  if (found === undefined) {
    if (hasSignature(essence, fileType.supportedMimeTypes)) throw storageErrors.invalidType('application/octet-stream')
    if (isTextual(essence) && hasZeroByte) throw storageErrors.invalidType('application/octet-stream')
    return claimed
  }
  if (found === essence || (isTextual(found) && isTextual(essence))) return claimed
  const type = equivalentTypes[found] ?? found
  if (type === essence) return claimed
  // An image that claims to be of another image type gets its actual one, if the bucket allows that too.
  if (!isAllowed(type, allowed)) throw storageErrors.invalidType(type)
  return type
}

/** The beginning of a file in which PDF readers look for the signature, and `looksLikeText` for text. */
const BEGINNING_BYTES = 1024

async function beginningOf(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(BEGINNING_BYTES), 0, BEGINNING_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** The type that the signature shows, unless the claimed type is right although another signature or none was found. */
function detectedType(essence: string, beginning: Buffer, found: string | undefined, hasZeroByte: boolean) {
  if (essence === 'application/pdf' && (found === undefined || isTextual(found))) {
    return beginning.includes('%PDF-') ? essence : found
  }
  // The signatures of some formats are a few letters, which also begin a text such as a table whose first column is
  // "GIF", "MZ" or "BMI". Files of those formats contain bytes that no text has.
  if (found !== undefined && !hasZeroByte && !isTextFormat.has(found) && looksLikeText(beginning)) return undefined
  return found
}

/** Formats whose files consist of text, but are not plain text. */
const isTextFormat: ReadonlySet<string> = new Set([
  'application/pdf',
  'application/rtf',
  'application/postscript',
  'application/eps',
  'application/xml',
])

/** Whether every file of this type has a signature, so that content without one is something else. */
const hasSignature = (essence: string, known: ReadonlySet<string>) =>
  (known.has(essence) || Object.values(equivalentTypes).includes(essence)) && !isTextual(essence)

/** Recognized types and other names of the same type. */
const equivalentTypes: Record<string, string> = {
  // An animated PNG, which every reader of PNG shows.
  'image/apng': 'image/png',
}
