import { useState } from 'react'
import type { UploadProgress } from '../files/chosen-files.tsx'
import { uploadProblem } from '../files/upload-problem.ts'
import { attachFile, type Upload } from './attach-file.ts'

export type FailedUpload = Upload & { problem: string }

/** Thrown when an update was created but some of its files could not be attached. */
export class FilesMissing extends Error {
  override name = 'FilesMissing'
  readonly uploads: readonly FailedUpload[]

  constructor(uploads: readonly FailedUpload[]) {
    super('Not all files could be attached.')
    this.uploads = uploads
  }
}

/** Uploads files one after the other, each with the whole bandwidth, and tracks their progress. */
export function useUploads() {
  const [progress, setProgress] = useState<ReadonlyMap<File, UploadProgress>>(new Map())

  const follow = (file: File, come: UploadProgress) => setProgress((known) => new Map(known).set(file, come))

  /** Throws `FilesMissing` after all were tried and some failed. */
  async function attachAll(uploads: readonly Upload[]): Promise<void> {
    const failed: FailedUpload[] = []
    for (const upload of uploads) {
      follow(upload.file, 0)
      try {
        await attachFile(upload, (sent) => follow(upload.file, sent))
        follow(upload.file, 'attached')
      } catch (error) {
        failed.push({ ...upload, problem: await uploadProblem(error, 'this update', upload.file) })
      }
    }
    setProgress(new Map())
    if (failed.length > 0) throw new FilesMissing(failed)
  }

  return { progress, attachAll }
}
