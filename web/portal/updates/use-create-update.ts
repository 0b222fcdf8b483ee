import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { attachmentPath } from '../../lib/attachment.ts'
import type { ChosenFile } from '../files/choose-files.ts'
import { useWrite } from '../writes/use-write.ts'
import { answerRequest } from './answer-request.ts'
import { mailUpdate } from './mail-update.ts'
import type { NewUpdate } from './update.ts'
import { completeUpdate, createUpdate } from './update-mutations.ts'
import { REQUEST } from './use-project-from-address.ts'
import { type FailedUpload, FilesMissing, useUploads } from './use-uploads.ts'

type Unfinished = { title: string; mailTo: string | undefined; failed: readonly FailedUpload[] }

type DraftControls = { forgetDraft: () => void; startAfresh: () => void }

/** Creates an update, attaches its files and has it mailed, in this order, since the mail shows the files. */
export function useCreateUpdate(files: readonly ChosenFile[], { forgetDraft, startAfresh }: DraftControls) {
  const [unfinished, setUnfinished] = useState<Unfinished>()
  const { progress, attachAll } = useUploads()
  /** The mail to send once the update has its files. */
  const toMail = useRef<{ updateId: string; recipient: string }>(undefined)
  const [mail] = useWrite(mailUpdate)
  const [answer] = useWrite(answerRequest)
  const [address, setAddress] = useSearchParams()

  async function createWithFiles(update: NewUpdate) {
    const updateId = await createUpdate(update)
    // The update exists now, so the draft goes: a person who returns must not create it again.
    forgetDraft()
    await tellRequest(updateId)
    toMail.current = update.mailTo === undefined ? undefined : { updateId, recipient: update.mailTo }
    const now = Date.now()
    await attachAll(
      files.map(({ file, type }, index) => ({
        file,
        type,
        updateId,
        path: attachmentPath(updateId, now + index, file.name),
      })),
    )
  }
  const [create, isBusy] = useWrite(completeUpdate(createWithFiles), {
    onSuccess() {
      startAfresh()
      sendMail()
    },
    onError(error, { title, mailTo }) {
      if (!(error instanceof FilesMissing)) return
      startAfresh()
      setUnfinished({ title, mailTo, failed: error.uploads })
    },
  })

  /** Names the update at what the client asked for; a later update is about something else. */
  async function tellRequest(updateId: string) {
    const requestId = address.get(REQUEST)
    if (requestId === null) return
    await answer({ requestId, updateId })
    setAddress({}, { replace: true })
  }

  function sendMail() {
    if (toMail.current) void mail(toMail.current)
    toMail.current = undefined
  }

  /** All files are attached or left out. */
  function finish() {
    setUnfinished(undefined)
    sendMail()
  }

  return { create, isBusy, progress, unfinished, finish }
}
