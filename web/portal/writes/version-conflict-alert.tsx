import { useEffect, useRef } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'

type NewerChangeAlertProps = {
  /** The word for the edited row: "client". */
  thing: string
  /** True if only this person may change the row, so that the other change came from another window. */
  isOwn?: boolean
  isBusy: boolean
  onTakeTheirs: () => void
  onSaveMine: () => void
}

/**
 * The alert that another person has saved the same row meanwhile, with the choice of which version stays. Nothing typed
 * is lost until then.
 */
export function VersionConflictAlert({
  thing,
  isOwn = false,
  isBusy,
  onTakeTheirs,
  onSaveMine,
}: NewerChangeAlertProps) {
  // The alert takes the focus, since it may be far from the Save button in a long dialog.
  const choices = useRef<HTMLDivElement>(null)
  useEffect(() => void choices.current?.scrollIntoView({ block: 'nearest' }), [])

  return (
    <Alert tone="info">
      <p>
        {isOwn
          ? `You changed this ${thing} in another window while you were editing it here. Your edits here are not saved yet, and nothing is lost.`
          : `Someone else changed this ${thing} while you were editing it. Your changes are not saved yet, and nothing is lost.`}
      </p>
      <div ref={choices} className="mt-3 flex scroll-my-6 flex-wrap gap-2">
        <Button variant="outline" disabled={isBusy} onClick={onTakeTheirs}>
          {isOwn ? 'Discard This Version' : 'Discard My Changes'}
        </Button>
        <Button variant="outline" disabled={isBusy} onClick={onSaveMine}>
          {isOwn ? 'Keep This Version' : 'Keep My Changes'}
        </Button>
      </div>
    </Alert>
  )
}
