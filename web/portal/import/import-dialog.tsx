import { useState } from 'react'
import { formatCount } from '../../lib/formats.ts'
import { useUnloadGuard } from '../../lib/use-unload-guard.ts'
import { Dialog, DialogContent } from '../../ui/dialog.tsx'
import { ColumnsStep } from './columns-step.tsx'
import { FileStep } from './file-step.tsx'
import type { ImportDraft } from './import-draft.ts'
import type { ImportKind } from './import-kind.ts'
import { titles } from './import-toasts.ts'
import { PreviewStep } from './preview-step.tsx'

export type ImportDialogProps = {
  draft: ImportDraft | undefined
  setDraft: (draft: ImportDraft | undefined) => void
  onClose: () => void
  onImported: () => void
}

/** The dialog that leads from a file through its columns to a preview. Nothing is stored before the last button. */
export function ImportDialog({ kind, draft, setDraft, onClose, onImported }: ImportDialogProps & { kind: ImportKind }) {
  const [isBusy, setBusy] = useState(false)
  useUnloadGuard(isBusy)
  const change = (changes: Partial<ImportDraft>) => draft && setDraft({ ...draft, ...changes })
  const step = { kind, change }
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}>
      <DialogContent
        title={`Import ${titles[kind.name]}`}
        description={
          draft
            ? `${draft.table.name}, ${formatCount(draft.table.rows.length)} ${draft.table.rows.length === 1 ? 'row' : 'rows'}`
            : `From a table, with one row for each ${kind.one}. You’ll see a preview first.`
        }
        className="sm:max-w-3xl"
      >
        {draft === undefined && <FileStep kind={kind} onRead={setDraft} />}
        {draft && draft.importId === undefined && (
          <ColumnsStep {...step} draft={draft} onBack={() => setDraft(undefined)} />
        )}
        {draft?.importId !== undefined && (
          <PreviewStep {...step} draft={draft} importId={draft.importId} onBusy={setBusy} onImported={onImported} />
        )}
      </DialogContent>
    </Dialog>
  )
}
