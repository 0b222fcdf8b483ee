import { useId } from 'react'
import { acceptAttribute } from '../../lib/attachment.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { ChosenFiles, type UploadProgress } from '../files/chosen-files.tsx'
import { SkippedFiles } from '../files/skipped-files.tsx'
import type { useChosenFiles } from './use-chosen-files.ts'

type UpdateAttachmentsProps = {
  chosen: ReturnType<typeof useChosenFiles>
  progress: ReadonlyMap<File, UploadProgress>
  isBusy: boolean
}

/** The files of a new update, and the names of files that a reload has lost. */
export function UpdateAttachments({ chosen, progress, isBusy }: UpdateAttachmentsProps) {
  const id = useId()
  return (
    <div className="grid grid-cols-1 gap-2 @lg:col-span-2">
      <label htmlFor={id} className="justify-self-start font-medium text-sm">
        Attachments
      </label>
      <FileDrop
        id={id}
        label="Choose files or drop them here"
        hint="JPEG, PNG, WebP, PDF, DOCX or CSV, at most 10 MB each"
        accept={acceptAttribute}
        multiple
        disabled={isBusy}
        onChoose={chosen.choose}
      />
      <SkippedFiles leftOut={chosen.leftOut} />
      {chosen.lost.length > 0 && (
        <Alert tone="info">
          <p>Files are not kept when the page is loaded again. Please choose again: {chosen.lost.join(', ')}</p>
          <Button variant="link" size="inline" className="mt-1" onClick={chosen.goOnWithoutLost}>
            Go On Without
          </Button>
        </Alert>
      )}
      <ChosenFiles files={chosen.files} progress={progress} isBusy={isBusy} onRemove={chosen.remove} />
    </div>
  )
}
