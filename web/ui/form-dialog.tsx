import { createContext, type ReactElement, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { Dialog, DialogContent, DialogTrigger } from './dialog.tsx'
import { useReturnFocus } from './use-return-focus.ts'

const Busy = createContext<(isBusy: boolean) => void>(() => {})

/** Tells the dialog around a form that the form is busy. */
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
  /** The button that opens it, which the focus returns to. Without one it returns to where it was. */
  trigger?: ReactElement
  /** The button may be gone by the time that the dialog closes. */
  losesTrigger?: boolean
  title: string
  description: ReactNode
  className?: string
  children: ReactNode
}

/** A dialog with a form in it, which stays open while the form is busy. */
export function FormDialog({ isOpen, onOpenChange, trigger, losesTrigger, ...content }: FormDialogProps) {
  const [isBusy, setBusy] = useState(false)
  // What it is about may be gone when it closes: what stood there leaves with the dialog, so that the focus finds its way back.
  const shown = useRef(content)
  if (isOpen) shown.current = content
  const returnFocus = useReturnFocus()
  return (
    <Busy value={setBusy}>
      <Dialog open={isOpen} onOpenChange={(next) => !isBusy && onOpenChange(next)}>
        {trigger && <DialogTrigger asChild>{trigger}</DialogTrigger>}
        <DialogContent {...((losesTrigger || !trigger) && returnFocus)} {...shown.current} />
      </Dialog>
    </Busy>
  )
}
