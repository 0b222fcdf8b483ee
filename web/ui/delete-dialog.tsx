import { type ReactNode, useRef } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'

type DeleteDialogProps<Item> = {
  /** The dialog is open while this is defined. */
  item: Item | undefined
  title: string
  /** Describes what is removed, including dependent items. */
  describe: (item: Item) => ReactNode
  isBusy: boolean
  onDelete: (item: Item) => void
  onClose: () => void
}

/** Asks before something is deleted. */
export function DeleteDialog<Item>({ item, title, describe, isBusy, onDelete, onClose }: DeleteDialogProps<Item>) {
  // Keeps the text while the dialog fades out.
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
