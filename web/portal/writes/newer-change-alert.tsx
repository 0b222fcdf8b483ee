import { useEffect, useRef } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'

type NewerChangeAlertProps = {
  /** What was being edited: "client". */
  thing: string
  /** Nobody else may change it: the other one was this person, in another window. */
  isOwn?: boolean
  isBusy: boolean
  onTakeTheirs: () => void
  onSaveMine: () => void
}

/** The same thing was edited twice: whoever saves second decides, knowing it. Nothing typed is lost until they do. */
export function NewerChangeAlert({ thing, isOwn = false, isBusy, onTakeTheirs, onSaveMine }: NewerChangeAlertProps) {
  // The button that led to it may be far from it, in a dialog that is longer than the window.
  const choices = useRef<HTMLDivElement>(null)
  useEffect(() => void choices.current?.scrollIntoView({ block: 'nearest' }), [])

  return (
    <Alert tone="info">
      <p>
        {isOwn
          ? `You changed this ${thing} in another window while you were editing it here. What you typed here is not saved yet, and nothing of it is lost.`
          : `Somebody else changed this ${thing} while you were editing it. Nothing of yours is saved yet, and nothing of it is lost.`}
      </p>
      <div ref={choices} className="mt-3 flex scroll-my-6 flex-wrap gap-2">
        <Button variant="outline" disabled={isBusy} onClick={onTakeTheirs}>
          {isOwn ? 'Discard This, Show the Other' : 'Discard Mine, Show Theirs'}
        </Button>
        <Button variant="outline" disabled={isBusy} onClick={onSaveMine}>
          {isOwn ? 'Save This Over the Other' : 'Save Mine Over Theirs'}
        </Button>
      </div>
    </Alert>
  )
}
