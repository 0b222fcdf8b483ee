import { lazy, type ReactNode, Suspense, useRef } from 'react'
import { useWasOpen } from '../../ui/use-was-open.ts'
import { loadChunk } from '../offline/load-chunk.ts'

// A list shows its rows before the code of a dialog. A dialog that guards a form comes with the form instead, so that nothing
// can be sent or typed before it asks.
const ConfirmDialog = lazy(() =>
  loadChunk(async () => ({ default: (await import('../../ui/confirm-dialog.tsx')).ConfirmDialog })),
)

type DeleteDialogProps<Item> = {
  /** The item to delete; the dialog is open while there is one. */
  item: Item | undefined
  title: string
  /** Describes the deletion, including dependent items. */
  describe: (item: Item) => ReactNode
  isBusy: boolean
  onDelete: (item: Item) => void
  onClose: () => void
}

/** The dialog that asks before something is deleted. */
export function DeleteDialog<Item>({ item, title, describe, isBusy, onDelete, onClose }: DeleteDialogProps<Item>) {
  // The last item is kept so that its text stays while the dialog fades out.
  const shown = useRef(item)
  shown.current = item ?? shown.current

  if (!useWasOpen(item !== undefined)) return null
  return (
    <Suspense>
      <ConfirmDialog
        isOpen={item !== undefined}
        onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}
        title={title}
        description={shown.current !== undefined && describe(shown.current)}
        action="Delete"
        busyAction="Deleting..."
        isBusy={isBusy}
        onConfirm={() => item !== undefined && onDelete(item)}
      />
    </Suspense>
  )
}
