import { useEffect, useRef } from 'react'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { DialogFooter } from '../../../ui/dialog.tsx'
import { entriesInWords } from '../export/entries-in-words.ts'

type ImportedProps = {
  count: number
  /** The parts of the file that were not imported. */
  leftOut: readonly string[]
  onClose: () => void
}

export function ImportResult({ count, leftOut, onClose }: ImportedProps) {
  const done = useRef<HTMLButtonElement>(null)
  useEffect(() => done.current?.focus(), [])
  return (
    <div className="grid grid-cols-1 gap-4">
      <p>{entriesInWords(count)} imported, each encrypted with your passphrase.</p>
      {leftOut.length === 0 ? <DeleteNow /> : <KeepForNow leftOut={leftOut} />}
      <DialogFooter>
        <Button ref={done} onClick={onClose}>
          Done
        </Button>
      </DialogFooter>
    </div>
  )
}

const DeleteNow = () => (
  <Alert tone="danger">
    <p className="font-medium">Delete the CSV file now.</p>
    <p>
      It holds every password in plain text. Empty the trash too, and look whether a cloud folder or a backup has a
      copy.
    </p>
  </Alert>
)

const NAMED = 10

/** Advises to keep the file while it is the only place that holds something. */
function KeepForNow({ leftOut }: Pick<ImportedProps, 'leftOut'>) {
  const more = leftOut.length - NAMED
  return (
    <Alert tone="info">
      <p className="font-medium">The CSV file has more than was imported: {leftOut.length}.</p>
      <p className="wrap-anywhere">
        {leftOut.slice(0, NAMED).join(', ')}
        {more > 0 && `, and ${more} more`}. Look whether you need it, and delete the file then: it holds every password
        for anybody to read.
      </p>
    </Alert>
  )
}
