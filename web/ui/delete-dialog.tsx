import { type ReactNode, useRef } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'

type DeleteDialogProps<Item> = {
  /** The dialog is open while there is something to delete. */
  item: Item | undefined
  title: string
  /** What is removed, and what goes with it. */
  describe: (item: Item) => ReactNode
  isBusy: boolean
  onDelete: (item: Item) => void
  onClose: () => void
}

/** Asks before something is deleted. */
export function DeleteDialog<Item>({ item, title, describe, isBusy, onDelete, onClose }: DeleteDialogProps<Item>) {
  // What it says still stands there while the dialog fades out.
  const shown = useRef(item)
  shown.current = item ?? shown.current

  return (
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
  )
}
