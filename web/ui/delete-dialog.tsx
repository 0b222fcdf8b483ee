import { type ReactNode, useRef } from 'react'
import { useSingleFlight } from '../lib/use-single-flight.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { type Notice, toast } from './toast.ts'

type DeleteDialogProps<Item> = {
  /** The dialog is open while there is something to delete. */
  item: Item | undefined
  title: string
  /** What is removed, and what goes with it. */
  describe: (item: Item) => ReactNode
  remove: (item: Item) => Promise<unknown>
  /** What is said afterwards. */
  deleted: Notice
  failed: (error: unknown) => Notice
  onClose: () => void
}

/** Asks before something is deleted, deletes it, and says how that went. */
export function DeleteDialog<Item>({
  item,
  title,
  describe,
  remove,
  deleted,
  failed,
  onClose,
}: DeleteDialogProps<Item>) {
  // What it says still stands there while the dialog fades out.
  const shown = useRef(item)
  shown.current = item ?? shown.current

  const [confirm, isBusy] = useSingleFlight(async () => {
    if (item === undefined) return
    try {
      await remove(item)
      toast.success(deleted)
    } catch (error) {
      toast.error(failed(error))
    }
    onClose()
  })

  return (
    <ConfirmDialog
      isOpen={item !== undefined}
      onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}
      title={title}
      description={shown.current !== undefined && describe(shown.current)}
      action="Delete"
      busyAction="Deleting..."
      isBusy={isBusy}
      onConfirm={() => void confirm()}
    />
  )
}
