import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { type ChosenFile, chooseFiles, type SkippedFile } from '../files/choose-files.ts'
import type { DraftedUpdate, NewUpdate } from './update.ts'

/** The files that an update will have. Their names are kept with the draft; the files are lost with the page. */
export function useChosenFiles({ watch, setValue }: UseFormReturn<DraftedUpdate, unknown, NewUpdate>) {
  const [files, setFiles] = useState<ChosenFile[]>([])
  const [leftOut, setLeftOut] = useState<SkippedFile[]>([])
  // Files that were chosen before a reload are lost, and their names are shown.
  const lost = watch('file_names').filter((name) => !files.some(({ file }) => file.name === name))

  function keep(next: ChosenFile[], stillLost: string[]) {
    setFiles(next)
    const names = next.map(({ file }) => file.name)
    setValue('file_names', [...names, ...stillLost.filter((name) => !names.includes(name))], { shouldDirty: true })
  }

  return {
    files,
    lost,
    leftOut,
    choose(chosen: File[]) {
      const { accepted, leftOut } = chooseFiles(chosen, files)
      setLeftOut(leftOut)
      keep([...files, ...accepted], lost)
    },
    remove(gone: File) {
      keep(
        files.filter(({ file }) => file !== gone),
        lost,
      )
    },
    goOnWithoutLost: () => keep(files, []),
    forget() {
      setFiles([])
      setLeftOut([])
    },
  }
}
