import { BookmarkPlus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextField } from '../../ui/form-fields.tsx'
import { Select } from '../../ui/input.tsx'
import { EntityForm } from '../writes/entity-form.tsx'
import { useEntityForm } from '../writes/use-entity-form.ts'
import { mapWriteArgument, type Write } from '../writes/use-write.ts'
import { MAX_VIEWS, type SavedView, type ViewedList } from './saved-view.ts'
import { changeView, saveView } from './saved-view-mutations.ts'
import { viewForm } from './view-form.ts'

type SaveViewProps = {
  list: ViewedList
  /** The search, filters and sorting to save. */
  query: string
  saved: readonly SavedView[]
}

const trigger = (
  <Button variant="ghost" className="px-3 text-ink-soft text-sm">
    <BookmarkPlus aria-hidden />
    Save View
  </Button>
)

/** The dialog that saves the current list under a name, as a new view or in place of an existing one. */
export function SaveViewDialog(props: SaveViewProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <FormDialog
      isOpen={isOpen}
      trigger={trigger}
      // The dialog's trigger is replaced by another button after saving.
      losesTrigger
      onOpenChange={setOpen}
      title="Save View"
      description="Saves this search, filters and sorting, just for you, on every device."
    >
      <SaveViewForm {...props} onDone={() => setOpen(false)} />
    </FormDialog>
  )
}

function SaveViewForm({ list, query, saved, onDone }: SaveViewProps & { onDone: () => void }) {
  const isFull = saved.length >= MAX_VIEWS
  const [replacedId, setReplacedId] = useState(isFull ? saved[0]?.id : undefined)
  const replaced = saved.find(({ id }) => id === replacedId)
  const write: Write<{ name: string }> = replaced
    ? mapWriteArgument(changeView, ({ name }) => ({ view: replaced, to: { name, query } }))
    : mapWriteArgument(saveView, ({ name }) => ({ list, name, query }))
  const entity = useEntityForm({
    values: { name: replaced?.name ?? '' },
    schema: viewForm(saved.filter((view) => view !== replaced)),
    write,
    onDone,
  })
  const { reset, formState } = entity.form
  const { isDirty } = formState

  /** Selects the view to replace; the view keeps its name unless another was typed. */
  function choose(id: string) {
    setReplacedId(id)
    if (!isDirty) reset({ name: saved.find((view) => view.id === id)?.name ?? '' })
  }

  return (
    <EntityForm entity={entity} onSubmit={entity.save} action="Save View" busyAction="Saving...">
      {saved.length > 0 && (
        <Field
          label="Save As"
          hint={isFull ? `You have ${MAX_VIEWS} views of this list, which is the limit.` : undefined}
        >
          {(control) => (
            <Select {...control} value={replaced?.id ?? ''} onChange={({ target }) => choose(target.value)}>
              {!isFull && <option value="">A new view</option>}
              {saved.map(({ id, name }) => (
                <option key={id} value={id}>
                  In place of “{name}”
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <TextField name="name" label="Name" required />
    </EntityForm>
  )
}
