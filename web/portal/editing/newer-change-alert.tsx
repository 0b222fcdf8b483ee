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
  return (
    <Alert tone="info">
      <p>
        {isOwn
          ? `You changed this ${thing} in another window while you were editing it here. What you typed here is not saved yet, and nothing of it is lost.`
          : `Somebody else changed this ${thing} while you were editing it. Nothing of yours is saved yet, and nothing of it is lost.`}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
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
