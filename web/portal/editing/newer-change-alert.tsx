import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'

type NewerChangeAlertProps = {
  /** What was being edited: "client". */
  thing: string
  isBusy: boolean
  onTakeTheirs: () => void
  onSaveMine: () => void
}

/** Two people edited the same thing: whoever saves second decides, knowing it. Nothing typed is lost until they do. */
export function NewerChangeAlert({ thing, isBusy, onTakeTheirs, onSaveMine }: NewerChangeAlertProps) {
  return (
    <Alert tone="info">
      <p>
        Somebody else changed this {thing} while you were editing it. Nothing of yours is saved yet, and nothing of it
        is lost.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="outline" disabled={isBusy} onClick={onTakeTheirs}>
          Discard Mine, Show Theirs
        </Button>
        <Button variant="outline" disabled={isBusy} onClick={onSaveMine}>
          Save Mine Over Theirs
        </Button>
      </div>
    </Alert>
  )
}
