import { Check, Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { saveFile } from '../../../lib/save-file.ts'
import { useSingleFlight } from '../../../lib/use-single-flight.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogContent, DialogFooter } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { useFocusAfterDialog } from '../../../ui/use-focus-after-dialog.ts'
import { vaultToasts } from '../vault-toasts.ts'
import { entriesInWords } from './entries-in-words.ts'
import { useSaveExport } from './export-vault.ts'

/** Each of the two files has a button of its own: browsers ask before a page saves two at once, or skip the second. */
export function ExportDialog({ count, onClose }: { count: number; onClose: () => void }) {
  const { save, isBusy, hasSaved } = useSaveExport()
  const [hasReader, setReader] = useState(false)
  const [saveReader, isReading] = useSingleFlight(async () => {
    try {
      const { default: reader } = await import('../reader/vault-reader.html?self-contained')
      saveFile(new Blob([reader], { type: 'text/html' }), 'vault-reader.html')
      setReader(true)
    } catch (error) {
      toast.error(vaultToasts.exportFailed(error))
    }
  })
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        {...useFocusAfterDialog()}
        title="Export for emergencies"
        description="For the day you can’t reach this server: your own entries in a file, and a page that opens them offline."
        className="sm:max-w-xl"
      >
        <ol className="grid gap-3">
          <Part
            name="The encrypted export"
            action={hasSaved ? 'Save it again' : 'Save export'}
            isBusy={isBusy}
            isDone={hasSaved}
            onSave={() => void save('export')}
          >
            {entriesInWords(count)} of yours. Passwords, two-step keys and notes stay encrypted with your passphrase.
            Titles, websites, usernames and tags can be read by whoever has the file.
          </Part>
          <Part
            name="The reader"
            action={hasReader ? 'Save it again' : 'Save reader'}
            isBusy={isReading}
            isDone={hasReader}
            onSave={() => void saveReader()}
          >
            One page for any browser. It works offline and opens every export you save.
          </Part>
        </ol>
        <p className="text-ink-soft text-sm">
          Keep both where you would find them without this server, and the passphrase somewhere else. Entries that
          colleagues share with you are theirs to export.
        </p>
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            {hasSaved && hasReader ? 'Done' : 'Close'}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}

type PartProps = {
  name: string
  action: string
  isBusy: boolean
  isDone: boolean
  onSave: () => void
  children: ReactNode
}

function Part({ name, action, isBusy, isDone, onSave, children }: PartProps) {
  return (
    <li className="grid gap-x-4 gap-y-3 rounded-control border border-line p-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="grid gap-1">
        <h3 className="flex items-center gap-1.5 font-medium text-[0.9375rem]">
          {name}
          {isDone && <Check aria-label="saved" className="size-4 text-success" />}
        </h3>
        <p className="text-ink-soft text-sm">{children}</p>
      </div>
      <Button variant={isDone ? 'outline' : 'primary'} disabled={isBusy} onClick={onSave}>
        <Download aria-hidden />
        {action}
      </Button>
    </li>
  )
}
