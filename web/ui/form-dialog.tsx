import { createContext, type ReactElement, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { Dialog, DialogContent, DialogTrigger } from './dialog.tsx'
import { useFocusAfterDialog } from './use-focus-after-dialog.ts'

const Busy = createContext<(isBusy: boolean) => void>(() => {})

/** Tells the surrounding dialog that its form is busy, so that it stays open. */
export function useBusyDialog(isBusy: boolean) {
  const tell = useContext(Busy)
  useEffect(() => {
    tell(isBusy)
    return () => tell(false)
  }, [tell, isBusy])
}

type FormDialogProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** The button that opens the dialog and gets the focus back. Without one the previously focused element does. */
  trigger?: ReactElement
  /** True if the trigger may disappear before the dialog closes. */
  losesTrigger?: boolean
  title: string
  description: ReactNode
  /** Whether its buttons alone close the dialog, since it shows something that is shown only once. */
  isShownOnce?: boolean
  className?: string
  children: ReactNode
}

/** A dialog with a form, which stays open while the form is busy. */
export function FormDialog({ isOpen, onOpenChange, trigger, losesTrigger, ...content }: FormDialogProps) {
  const [isBusy, setBusy] = useState(false)
  // The content is kept while the dialog closes, even if its subject is deleted, so that the focus returns correctly.
  const shown = useRef(content)
  if (isOpen) shown.current = content
  const returnFocus = useFocusAfterDialog()
  return (
    <Busy value={setBusy}>
      <Dialog open={isOpen} onOpenChange={(next) => !isBusy && onOpenChange(next)}>
        {trigger && <DialogTrigger asChild>{trigger}</DialogTrigger>}
        <DialogContent {...((losesTrigger || !trigger) && returnFocus)} {...shown.current} />
      </Dialog>
    </Busy>
  )
}
