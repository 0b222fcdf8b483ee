import { AlertDialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { DialogFooter } from './dialog.tsx'
import { overlay } from './overlay.ts'
import { useReturnFocus } from './use-return-focus.ts'

type ConfirmDialogProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  title: string
  description: ReactNode
  /** What the button does, in a word: 'Delete'. */
  action: string
  /** The word while it is being done: 'Deleting...'. */
  busyAction: string
  isBusy: boolean
  onConfirm: () => void
}

/** Asks before something that cannot be undone. It starts on Cancel, and only a button closes it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Radix.Root open={props.isOpen} onOpenChange={props.onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlay} />
        <Radix.Content
          {...useReturnFocus()}
          className="fixed inset-x-4 top-1/2 z-50 grid -translate-y-1/2 gap-5 rounded-dialog bg-card p-6 shadow-raised sm:inset-x-auto sm:left-1/2 sm:w-full sm:max-w-md sm:-translate-x-1/2"
        >
          <div className="grid gap-2">
            <Radix.Title className="font-semibold text-lg">{props.title}</Radix.Title>
            <Radix.Description className="wrap-anywhere text-ink-soft">{props.description}</Radix.Description>
          </div>
          <DialogFooter>
            <Radix.Cancel asChild>
              <Button variant="outline" disabled={props.isBusy}>
                Cancel
              </Button>
            </Radix.Cancel>
            <Button variant="danger" disabled={props.isBusy} onClick={props.onConfirm}>
              {props.isBusy ? props.busyAction : props.action}
            </Button>
          </DialogFooter>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
