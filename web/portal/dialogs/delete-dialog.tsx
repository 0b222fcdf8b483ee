import { type ReactNode, useRef } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'

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
