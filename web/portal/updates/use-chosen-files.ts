import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { toast } from '../../ui/toast.ts'
import { catalogue } from '../toast-catalogue.ts'
import type { Upload } from './attach-file.ts'
import { attachmentType, MAX_FILE_BYTES } from './attachment.ts'
import type { DraftedUpdate, NewUpdate } from './update.ts'

export type Chosen = Pick<Upload, 'file' | 'type'>

/** The files that an update will carry. Their names go with its draft; they themselves do not outlive the page. */
export function useChosenFiles({ watch, setValue }: UseFormReturn<DraftedUpdate, unknown, NewUpdate>) {
  const [files, setFiles] = useState<Chosen[]>([])
  // Chosen before the page was loaded again: gone, but not forgotten.
  const lost = watch('file_names').filter((name) => !files.some(({ file }) => file.name === name))

  function keep(next: Chosen[], stillLost: string[]) {
    setFiles(next)
    const names = next.map(({ file }) => file.name)
    setValue('file_names', [...names, ...stillLost.filter((name) => !names.includes(name))], { shouldDirty: true })
  }

  return {
    files,
    lost,
    choose(chosen: File[]) {
      const accepted = chosen.flatMap((file) => {
        const type = attachmentType(file)
        return type === undefined ? [] : [{ file, type }]
      })
      const tooLarge = accepted.filter(({ file }) => file.size > MAX_FILE_BYTES)
      if (tooLarge.length > 0) toast.error(catalogue.updates.filesTooLarge(tooLarge.map(({ file }) => file.name)))
      const added = accepted.filter(({ file }) => file.size <= MAX_FILE_BYTES && !files.some(isSame(file)))
      keep([...files, ...added], lost)
    },
    remove(gone: File) {
      keep(
        files.filter(({ file }) => file !== gone),
        lost,
      )
    },
    goOnWithoutLost: () => keep(files, []),
    forget: () => setFiles([]),
  }
}

const isSame =
  (a: File) =>
  ({ file: b }: Chosen) =>
    a.name === b.name && a.size === b.size && a.lastModified === b.lastModified
