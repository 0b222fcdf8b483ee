import { toast } from '../../ui/toast.ts'
import { attachmentType, type FileType, MAX_FILE_BYTES } from './attachment.ts'
import { fileToasts } from './file-toasts.ts'

export type Chosen = { file: File; type: FileType }
/** A file, and where it is to lie. */
export type Placed = Chosen & { bucket: string; path: string }

/** What is not attached of what somebody chose, and is no error of theirs. */
export type LeftOut = { name: string; because: 'of its type' | 'it is empty' }

/** What may be attached of what somebody chose, without what is chosen already, and what is left out. Too large ones are named. */
export function choose(files: readonly File[], already: readonly Chosen[]): { accepted: Chosen[]; leftOut: LeftOut[] } {
  const leftOut: LeftOut[] = []
  const attachable: Chosen[] = []
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
  ({ file: b }: Chosen) =>
    a.name === b.name && a.size === b.size && a.lastModified === b.lastModified
