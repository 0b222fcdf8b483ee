import { useEffect, useRef } from 'react'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { DialogFooter } from '../../../ui/dialog.tsx'
import { entriesInWords } from '../export/entries-in-words.ts'

export function Imported({ count, onClose }: { count: number; onClose: () => void }) {
  const done = useRef<HTMLButtonElement>(null)
  useEffect(() => done.current?.focus(), [])
  return (
    <div className="grid gap-4">
      <p>{entriesInWords(count)} imported, each encrypted with your passphrase.</p>
      <Alert tone="danger">
        <p className="font-medium">Delete the CSV file now.</p>
        <p>
          It holds every password for anybody to read. Empty the trash too, and look whether a cloud folder or a backup
          has a copy.
        </p>
      </Alert>
      <DialogFooter>
        <Button ref={done} onClick={onClose}>
          Done
        </Button>
      </DialogFooter>
    </div>
  )
}
