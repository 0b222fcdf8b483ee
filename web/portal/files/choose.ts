import { toast } from '../../ui/toast.ts'
import { catalogue } from '../toast-catalogue.ts'
import { attachmentType, type FileType, MAX_FILE_BYTES } from './attachment.ts'

export type Chosen = { file: File; type: FileType }
/** A file, and where it is to lie. */
export type Placed = Chosen & { bucket: string; path: string }

/** What may be attached of what somebody chose, without what is chosen already. Too large ones are named. */
export function choose(files: readonly File[], already: readonly Chosen[]): Chosen[] {
  const accepted = files.flatMap((file) => {
    const type = attachmentType(file)
    return type === undefined ? [] : [{ file, type }]
  })
  const tooLarge = accepted.filter(({ file }) => file.size > MAX_FILE_BYTES)
  if (tooLarge.length > 0) toast.error(catalogue.updates.filesTooLarge(tooLarge.map(({ file }) => file.name)))
  return accepted.filter(({ file }) => file.size <= MAX_FILE_BYTES && !already.some(isSame(file)))
}

const isSame =
  (a: File) =>
  ({ file: b }: Chosen) =>
    a.name === b.name && a.size === b.size && a.lastModified === b.lastModified
