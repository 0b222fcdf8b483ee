import { open } from 'node:fs/promises'
import { storageErrors } from '../errors.ts'
import type { Draft } from '../files/drafts.ts'
import { essenceOf, isAllowed, isTextual } from './media-type.ts'
import { isUtf16, looksLikeText } from './text.ts'

/**
 * The type of a file for a bucket that takes certain types only: what its content says, never what it was called.
 * Throws `invalidType` for content of another type, for unrecognisable content of a type that has a signature, and for
 * binary content that says it is text.
 */
export async function recogniseType(
  { path, hasZeroByte }: Pick<Draft, 'path' | 'hasZeroByte'>,
  claimed: string,
  allowed: readonly string[],
): Promise<string> {
  const essence = essenceOf(claimed)
  if (essence === undefined) throw storageErrors.unparsableType()
  // Whoever allows this type allows everything.
  if (essence === 'application/octet-stream') return claimed
  // Loaded for the first file that needs it: no start should wait for it.
  const fileType = await import('file-type')
  const beginning = await beginningOf(path)
  const found = ownType(essence, beginning, (await fileType.fileTypeFromFile(path))?.mime, hasZeroByte)
  if (isTextual(essence) && hasZeroByte && (await isUtf16(path, beginning))) return claimed
  if (found === undefined) {
    if (hasSignature(essence, fileType.supportedMimeTypes)) throw storageErrors.invalidType('application/octet-stream')
    if (isTextual(essence) && hasZeroByte) throw storageErrors.invalidType('application/octet-stream')
    return claimed
  }
  if (found === essence || (isTextual(found) && isTextual(essence))) return claimed
  const type = sameAs[found] ?? found
  if (type === essence) return claimed
  // A picture under another picture's name is taken for what it is, where the bucket takes that too.
  if (!isAllowed(type, allowed)) throw storageErrors.invalidType(type)
  return type
}

/** Within these every reader of PDF looks for its signature, and `looksLikeText` for letters. */
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

/** What the signatures found, unless the file is what it says although they found something else, or nothing. */
function ownType(essence: string, beginning: Buffer, found: string | undefined, hasZeroByte: boolean) {
  if (essence === 'application/pdf' && (found === undefined || isTextual(found))) {
    return beginning.includes('%PDF-') ? essence : found
  }
  // A few letters are the whole signature of some formats, and a table whose first column is "GIF", "MZ" or "BMI" has them, too.
  // The formats themselves are full of bytes that are no letters.
  if (found !== undefined && !hasZeroByte && !isWritten.has(found) && looksLikeText(beginning)) return undefined
  return found
}

/** Formats whose files are letters from the beginning, and still no text for people. */
const isWritten: ReadonlySet<string> = new Set([
  ...['application/pdf', 'application/rtf', 'application/postscript', 'application/eps', 'application/xml'],
])

/** Types whose every file has a signature: without one, the content is something else. */
const hasSignature = (essence: string, known: ReadonlySet<string>) =>
  (known.has(essence) || Object.values(sameAs).includes(essence)) && !isTextual(essence)

/** What is found, and what the same files are called elsewhere. */
const sameAs: Record<string, string> = {
  // An animation that every reader of PNG shows.
  'image/apng': 'image/png',
}
