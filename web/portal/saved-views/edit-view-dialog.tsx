import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextField } from '../../ui/form-fields.tsx'
import { EntityForm } from '../writes/entity-form.tsx'
import { useEntityForm } from '../writes/use-entity-form.ts'
import { useWrite } from '../writes/use-write.ts'
import type { SavedView } from './saved-view.ts'
import { changeView, deleteView } from './saved-view-mutations.ts'
import { viewForm } from './view-form.ts'

type EditViewProps = { view: SavedView; saved: readonly SavedView[] }

/** Renames or deletes the current view. Deleting needs no confirmation: the list stays as it is, and there is an Undo. */
export function EditViewDialog(props: EditViewProps) {
  const [isOpen, setOpen] = useState(false)
  const trigger = (
    <Button
      variant="ghost"
      size="icon"
      aria-label={`Edit the view ${props.view.name}`}
      title="Edit View"
      className="text-ink-soft"
    >
      <Pencil aria-hidden />
    </Button>
  )
  return (
    <FormDialog
      isOpen={isOpen}
      trigger={trigger}
      losesTrigger
      onOpenChange={setOpen}
      title="Edit View"
      description="To change what it shows, change the list and save it under the same name."
    >
      <EditViewForm {...props} onDone={() => setOpen(false)} />
    </FormDialog>
  )
}

function EditViewForm({ view, saved, onDone }: EditViewProps & { onDone: () => void }) {
  const entity = useEntityForm({
    values: { name: view.name },
    schema: viewForm(saved.filter(({ id }) => id !== view.id)),
    write: changeView,
    onDone,
  })
  const [remove, isRemoving] = useWrite(deleteView, { onSettled: onDone })
  return (
    <EntityForm
      entity={entity}
      isBlocked={isRemoving}
      onSubmit={({ name }) => entity.save({ view, to: { name, query: view.query } })}
      action="Save"
      busyAction="Saving..."
      aside={
        <Button
          variant="ghost"
          disabled={entity.isBusy || isRemoving}
          className="hover:bg-danger-wash hover:text-danger sm:mr-auto"
          onClick={() => void remove(view)}
        >
          {isRemoving ? 'Deleting...' : 'Delete View'}
        </Button>
      }
    >
      <TextField name="name" label="Name" required />
    </EntityForm>
  )
}
