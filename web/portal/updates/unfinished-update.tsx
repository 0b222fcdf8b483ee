import { useEffect, useRef, useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { ChosenFiles } from '../files/chosen-files.tsx'
import { useWrite } from '../writes/use-write.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { completeUpdate, leaveFilesOut } from './update-mutations.ts'
import { type FailedUpload, FilesMissing, useUploads } from './use-uploads.ts'

type UnfinishedUpdateProps = {
  title: string
  failed: readonly FailedUpload[]
  /** The client's address, if the update is to be mailed. */
  mailTo: string | undefined
  onFinished: () => void
}

/** An update that was created without some of its files: the person retries them or leaves them out. */
export function UnfinishedUpdate({ title, failed, mailTo, onFinished }: UnfinishedUpdateProps) {
  const [missing, setMissing] = useState(failed)
  const { progress, attachAll } = useUploads()
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that had the focus is gone with the form, so the focus goes to the heading.
  useEffect(() => heading.current?.focus(), [])

  const [tryAgain, isTrying] = useWrite(completeUpdate(attachAll), {
    onSuccess: onFinished,
    onError(error) {
      if (error instanceof FilesMissing) setMissing(error.uploads)
    },
  })
  const [leaveOut, isLeaving] = useWrite(leaveFilesOut, {
    onSuccess(_, uploads) {
      const left = missing.filter((upload) => !uploads.includes(upload))
      if (left.length === 0) onFinished()
      else setMissing(left)
    },
  })

  const isBusy = isTrying || isLeaving
  return (
    <section aria-labelledby="unfinished-update" className="grid grid-cols-1 gap-4">
      <Alert tone="danger">
        <h3 ref={heading} id="unfinished-update" tabIndex={-1} className="break-words font-semibold outline-none">
          “{title}” is created, but not all of its files are attached.
        </h3>
        <p className="wrap-anywhere mt-1">
          Try again, or leave them out.{' '}
          {mailTo === undefined ? 'Nothing else of the update is missing.' : `It is emailed to ${mailTo} only then.`}
        </p>
      </Alert>
      <ChosenFiles
        files={missing}
        progress={progress}
        isBusy={isBusy}
        onRemove={(file) => void leaveOut(missing.filter((upload) => upload.file === file))}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" disabled={isBusy} onClick={() => void leaveOut(missing)}>
          Leave Them Out
        </Button>
        <Button disabled={isBusy} onClick={() => void tryAgain(missing)}>
          {isTrying ? 'Uploading...' : 'Try Again'}
        </Button>
      </div>
      <LeaveGuard isMailed={mailTo !== undefined} />
    </section>
  )
}
