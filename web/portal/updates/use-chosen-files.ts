import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { type Chosen, choose, type LeftOut } from '../files/choose.ts'
import type { DraftedUpdate, NewUpdate } from './update.ts'

/** The files that an update will carry. Their names go with its draft; they themselves do not outlive the page. */
export function useChosenFiles({ watch, setValue }: UseFormReturn<DraftedUpdate, unknown, NewUpdate>) {
  const [files, setFiles] = useState<Chosen[]>([])
  const [leftOut, setLeftOut] = useState<LeftOut[]>([])
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
    leftOut,
    choose(chosen: File[]) {
      const { accepted, leftOut } = choose(chosen, files)
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
