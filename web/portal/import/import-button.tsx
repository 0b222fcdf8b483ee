import { Upload } from 'lucide-react'
import { type ComponentType, type LazyExoticComponent, Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import type { ImportDialogProps } from './import-dialog.tsx'
import type { ImportDraft } from './import-draft.ts'
import type { ImportKind } from './import-kind.ts'
import { useReportInterruptedImport } from './use-report-interrupted-import.ts'

type ImportButtonProps = {
  kind: ImportKind['name']
  /** The import dialog, which is loaded with the code that reads files on the first click. */
  Dialog: LazyExoticComponent<ComponentType<ImportDialogProps>>
  onImported?: () => void
}

/** A button that imports the rows of a file into a list. */
export function ImportButton({ kind, Dialog, onImported }: ImportButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const [draft, setDraft] = useState<ImportDraft>()
  useReportInterruptedImport(kind)
  return (
    <>
      <Button
        variant="ghost"
        aria-haspopup="dialog"
        title="Import from a table (CSV)"
        className="px-3 text-ink-soft text-sm"
        onClick={() => setOpen(true)}
      >
        <Upload aria-hidden />
        Import
      </Button>
      <Suspense fallback={null}>
        {isOpen && (
          <Dialog
            draft={draft}
            setDraft={setDraft}
            onClose={() => setOpen(false)}
            onImported={() => {
              setDraft(undefined)
              setOpen(false)
              onImported?.()
            }}
          />
        )}
      </Suspense>
    </>
  )
}
