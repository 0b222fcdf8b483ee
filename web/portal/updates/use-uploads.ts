import { useState } from 'react'
import { uploadProblem } from '../files/attachment.ts'
import type { Come } from '../files/chosen-files.tsx'
import { attachFile, type Upload } from './attach-file.ts'

export type FailedUpload = Upload & { problem: string }

/** The update is there, without these files of it. */
export class FilesMissing extends Error {
  override name = 'FilesMissing'
  readonly uploads: readonly FailedUpload[]

  constructor(uploads: readonly FailedUpload[]) {
    super('Not all files could be attached.')
    this.uploads = uploads
  }
}

/** Attaches files one after the other, each with all of the line for itself, and follows how far they have come. */
export function useUploads() {
  const [progress, setProgress] = useState<ReadonlyMap<File, Come>>(new Map())

  const follow = (file: File, come: Come) => setProgress((known) => new Map(known).set(file, come))

  /** Throws `FilesMissing` once all were tried and some could not be attached. */
  async function attachAll(uploads: readonly Upload[]): Promise<void> {
    const failed: FailedUpload[] = []
    for (const upload of uploads) {
      follow(upload.file, 0)
      try {
        await attachFile(upload, (sent) => follow(upload.file, sent))
        follow(upload.file, 'attached')
      } catch (error) {
        failed.push({ ...upload, problem: uploadProblem(error, 'this update') })
      }
    }
    setProgress(new Map())
    if (failed.length > 0) throw new FilesMissing(failed)
  }

  return { progress, attachAll }
}
