import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { DeleteDialog } from '../dialogs/delete-dialog.tsx'
import type { Undoable } from '../writes/undoable.ts'
import { useWrite, type Write } from '../writes/use-write.ts'

type NamedRow = { id: string; name: string }

type DeleteChosenProps = {
  rows: readonly NamedRow[]
  /** The word for a row, in singular and plural: "project", "projects". */
  thing: readonly [one: string, several: string]
  /** A phrase about what is deleted along with the rows: "and all their updates are removed." */
  consequence: ReactNode
  write: Write<readonly NamedRow[], Undoable>
}

/** Deletes the chosen rows of a list after a confirmation. */
export function DeleteChosen({ rows, thing: [one, several], consequence, write }: DeleteChosenProps) {
  const [leaving, setLeaving] = useState<readonly NamedRow[]>()
  const [remove, isBusy] = useWrite(write, { onSettled: () => setLeaving(undefined) })
  return (
    <>
      <Button variant="ghost" className="hover:bg-danger-wash hover:text-danger" onClick={() => setLeaving(rows)}>
        Delete
      </Button>
      <DeleteDialog
        item={leaving}
        title={leaving?.length === 1 ? `Delete ${one}?` : `Delete ${leaving?.length ?? 0} ${several}?`}
        describe={(leavers) => (
          <>
            <strong>{leavers.map(({ name }) => name).join(', ')}</strong> {consequence} They can be brought back for 30
            days.
          </>
        )}
        isBusy={isBusy}
        onDelete={(leavers) => void remove(leavers)}
        onClose={() => setLeaving(undefined)}
      />
    </>
  )
}
