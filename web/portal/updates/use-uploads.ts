import { useState } from 'react'
import { attachFile, type Upload } from './attach-file.ts'
import { uploadProblem } from './attachment.ts'

/** How far a file has come: the part that was sent, until it is attached. */
export type Come = number | 'attached'

export type FailedUpload = Upload & { problem: string }

/** Attaches files one after the other, each with all of the line for itself, and follows how far they have come. */
export function useUploads() {
  const [progress, setProgress] = useState<ReadonlyMap<File, Come>>(new Map())

  const follow = (file: File, come: Come) => setProgress((known) => new Map(known).set(file, come))

  /** Returns the files that could not be attached, and why. */
  async function attachAll(uploads: readonly Upload[]): Promise<FailedUpload[]> {
    const failed: FailedUpload[] = []
    for (const upload of uploads) {
      follow(upload.file, 0)
      try {
        await attachFile(upload, (sent) => follow(upload.file, sent))
        follow(upload.file, 'attached')
      } catch (error) {
        failed.push({ ...upload, problem: uploadProblem(error) })
      }
    }
    setProgress(new Map())
    return failed
  }

  return { progress, attachAll }
}
