import { AlertDialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { DialogFooter } from './dialog.tsx'
import { dialogFrameClasses } from './overlay.ts'
import { useFocusAfterDialog } from './use-focus-after-dialog.ts'

type ConfirmDialogProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  title: string
  description: ReactNode
  /** The label of the button that confirms: 'Delete'. */
  action: string
  /** The label of that button while the action runs: 'Deleting...'. */
  busyAction: string
  isBusy: boolean
  /** True while what the person decides on is not known yet. They can still cancel. */
  isBlocked?: boolean
  onConfirm: () => void
}

/** A dialog before an irreversible action. Cancel has the focus, and only a button closes the dialog. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Radix.Root open={props.isOpen} onOpenChange={props.onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={dialogFrameClasses}>
          <Radix.Content
            {...useFocusAfterDialog()}
            className="row-start-2 grid w-[calc(100%-2rem)] gap-5 overflow-y-auto rounded-dialog bg-card p-6 shadow-raised sm:max-w-md"
          >
            <div className="grid gap-2">
              <Radix.Title className="wrap-anywhere font-semibold text-lg">{props.title}</Radix.Title>
              <Radix.Description className="wrap-anywhere text-ink-soft">{props.description}</Radix.Description>
            </div>
            <DialogFooter>
              <Radix.Cancel asChild>
                <Button variant="outline" disabled={props.isBusy}>
                  Cancel
                </Button>
              </Radix.Cancel>
              <Button variant="danger" disabled={props.isBusy || props.isBlocked} onClick={props.onConfirm}>
                {props.isBusy ? props.busyAction : props.action}
              </Button>
            </DialogFooter>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}
