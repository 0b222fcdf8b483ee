import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { attachmentName, attachmentPath } from '../../lib/attachment.ts'
import { randomUuid } from '../../lib/random-uuid.ts'
import { useUnloadGuard } from '../../lib/use-unload-guard.ts'
import { toast } from '../../ui/toast.ts'
import { type ChosenFile, chooseFiles, type FileUpload, type SkippedFile } from '../files/choose-files.ts'
import type { UploadProgress } from '../files/chosen-files.tsx'
import { removeFile, storedType, uploadFile } from '../files/upload-file.ts'
import { uploadProblem } from '../files/upload-problem.ts'
import { useMe } from '../me/me.ts'
import { myProfileQuery } from '../me/me-queries.ts'
import { CHAT_BUCKET, MAX_FILES, type MessageFile } from './message-file.ts'
import { messageToasts } from './message-toasts.ts'

type Coming = FileUpload & { come?: UploadProgress; problem?: string; storedAs?: string }

/**
 * The files of the next message. Each is uploaded when it is chosen, one after the other. They are lost when the screen is
 * left; unsent files are removed after a week (supabase/schemas/chat_files.sql).
 */
export function useFilesToSend() {
  const findAgency = useAgencyLookUp()
  const [files, setFiles] = useState<readonly Coming[]>([])
  const [leftOut, setLeftOut] = useState<readonly SkippedFile[]>([])
  const uploads = useRef(Promise.resolve())
  /** Paths of files that the person removed, including those that are still being uploaded. */
  const takenOut = useRef(new Set<string>())
  useUnloadGuard(files.length > 0)

  const follow = (path: string, parts: Omit<Coming, keyof FileUpload>) =>
    setFiles((all) => all.map((file) => (file.path === path ? { ...file, ...parts } : file)))

  async function upload(placed: FileUpload) {
    const { path } = placed
    if (takenOut.current.has(path)) return
    follow(path, { come: 0 })
    try {
      await uploadFile(placed, (sent) => follow(path, { come: sent }))
      if (takenOut.current.has(path)) return await removeFile(placed)
      follow(path, { come: 'attached', storedAs: await storedType(placed) })
    } catch (error) {
      follow(path, { problem: await uploadProblem(error, 'messages', placed.file) })
    }
  }

  return {
    files,
    leftOut,
    isReady: files.every(({ come, problem }) => come === 'attached' && problem === undefined),
    progress: new Map(files.flatMap(({ file, come }) => (come === undefined ? [] : [[file, come] as const]))),

    async add(chosen: readonly File[]) {
      const { accepted, leftOut } = chooseFiles(chosen, files)
      setLeftOut(leftOut)
      const added = accepted.slice(0, MAX_FILES - files.length)
      if (added.length < accepted.length) toast.error(messageToasts.tooManyFiles(MAX_FILES))
      const placed = added.map(placedIn(await findAgency()))
      setFiles((all) => [...all, ...placed].slice(0, MAX_FILES))
      for (const file of placed) uploads.current = uploads.current.then(() => upload(file))
    },

    /** Removes a file from the message and, if the server can be reached, from Storage. */
    remove(gone: File) {
      for (const placed of files.filter(({ file }) => file === gone)) {
        takenOut.current.add(placed.path)
        void removeFile(placed).catch(() => undefined)
      }
      setFiles((all) => all.filter(({ file }) => file !== gone))
    },

    /** Returns the files for a message that is being sent, and empties the list. */
    handOver(): MessageFile[] {
      setFiles([])
      setLeftOut([])
      return files.map(({ path, file, type, storedAs = type }) => ({
        ...{ path, name: attachmentName(file.name), type: storedAs, size: file.size },
      }))
    },
  }
}

/** Builds the storage path of a file: a folder for each file inside the agency's folder. */
function placedIn(agencyId: string | null | undefined) {
  const now = Date.now()
  return ({ file, type }: ChosenFile): FileUpload => {
    const folder = `${agencyId}/${randomUuid()}`
    return { bucket: CHAT_BUCKET, path: attachmentPath(folder, now, file.name), file, type }
  }
}

/** Looks up the person's agency, which may not be loaded yet; Storage rejects the folder of any other. */
function useAgencyLookUp() {
  const myProfile = myProfileQuery(useMe().id)
  const queryClient = useQueryClient()
  return async () => (await queryClient.ensureQueryData(myProfile).catch(() => null))?.agency_id
}
