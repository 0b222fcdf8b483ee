import { attachmentType, type FileType, MAX_FILE_BYTES } from '../../lib/attachment.ts'
import { toast } from '../../ui/toast.ts'
import { fileToasts } from './file-toasts.ts'

export type ChosenFile = { file: File; type: FileType }
/** A chosen file with its destination in Storage. */
export type FileUpload = ChosenFile & { bucket: string; path: string }

/** A chosen file that cannot be attached, and the reason. */
export type SkippedFile = { name: string; because: 'of its type' | 'it is empty' }

/**
 * Splits the chosen files into those that can be attached and those left out, skipping files that are chosen already. A
 * toast names files that are too large.
 */
export function chooseFiles(
  files: readonly File[],
  already: readonly ChosenFile[],
): { accepted: ChosenFile[]; leftOut: SkippedFile[] } {
  const leftOut: SkippedFile[] = []
  const attachable: ChosenFile[] = []
  for (const file of files) {
    const type = attachmentType(file)
    if (type === undefined) leftOut.push({ name: file.name, because: 'of its type' })
    else if (file.size === 0) leftOut.push({ name: file.name, because: 'it is empty' })
    else attachable.push({ file, type })
  }
  const tooLarge = attachable.filter(({ file }) => file.size > MAX_FILE_BYTES)
  if (tooLarge.length > 0) toast.error(fileToasts.filesTooLarge(tooLarge.map(({ file }) => file.name)))
  const accepted = attachable.filter(({ file }) => file.size <= MAX_FILE_BYTES && !already.some(isSame(file)))
  return { accepted, leftOut }
}

const isSame =
  (a: File) =>
  ({ file: b }: ChosenFile) =>
    a.name === b.name && a.size === b.size && a.lastModified === b.lastModified
