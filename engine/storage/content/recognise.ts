import type { FileTypeResult } from 'file-type'
import { storageErrors } from '../errors.ts'
import type { Draft } from '../files/drafts.ts'
import { essenceOf, isAllowed, isTextual } from './media-type.ts'

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
  const found = foundType(await fileType.fileTypeFromFile(path), hasZeroByte)
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

function foundType(found: FileTypeResult | undefined, hasZeroByte: boolean): string | undefined {
  // Two letters are the whole signature, and a table whose first column is "BMI" has them too; the format itself has
  // zeros in its header.
  if (found?.mime === 'image/bmp' && !hasZeroByte) return undefined
  return found?.mime
}

/** Types whose every file has a signature: without one, the content is something else. */
const hasSignature = (essence: string, known: ReadonlySet<string>) =>
  (known.has(essence) || Object.values(sameAs).includes(essence)) && !isTextual(essence)

/** What is found, and what the same files are called elsewhere. */
const sameAs: Record<string, string> = {
  // An animation that every reader of PNG shows.
  'image/apng': 'image/png',
}
