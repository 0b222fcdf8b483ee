import { zodResolver } from '@hookform/resolvers/zod'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogContent, DialogFooter, DialogTrigger } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import { useWrite } from '../writes/use-write.ts'
import type { SavedView } from './saved-view.ts'
import { changeView, deleteView } from './saved-view-mutations.ts'
import { viewForm } from './view-form.ts'

/** Renames or deletes the view that one looks at. Deleting asks nothing: the list stays as it is, and there is Undo. */
export function EditViewDialog({ view, saved }: { view: SavedView; saved: readonly SavedView[] }) {
  const [isOpen, setOpen] = useState(false)
  const form = useForm({
    values: { name: view.name },
    resolver: zodResolver(viewForm(saved.filter(({ id }) => id !== view.id))),
  })
  const { register, handleSubmit, reset, formState } = form
  const [change, isChanging] = useWrite(changeView, { onSuccess: close })
  const [remove, isRemoving] = useWrite(deleteView, { onSettled: close })
  const isBusy = isChanging || isRemoving

  function close() {
    setOpen(false)
    reset()
  }

  return (
    <Dialog open={isOpen} onOpenChange={(next) => !isBusy && (next ? setOpen(true) : close())}>
      <DialogTrigger asChild>
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Edit the view ${view.name}`}
          title="Edit View"
          className="text-ink-soft"
        >
          <Pencil aria-hidden />
        </Button>
      </DialogTrigger>
      <DialogContent
        {...useReturnFocus()}
        title="Edit View"
        description="To change what it shows, change the list and save that in its place."
      >
        <form
          noValidate
          onSubmit={handleSubmit(({ name }) => change({ view, to: { name, query: view.query } }))}
          className="grid gap-4"
        >
          <Field label="Name" error={formState.errors.name?.message}>
            {(control) => <Input {...control} {...register('name')} required autoComplete="off" />}
          </Field>
          <DialogFooter className="pt-1">
            <Button
              variant="ghost"
              disabled={isBusy}
              className="hover:bg-danger-wash hover:text-danger sm:mr-auto"
              onClick={() => void remove(view)}
            >
              {isRemoving ? 'Deleting...' : 'Delete View'}
            </Button>
            <Button variant="outline" disabled={isBusy} onClick={close}>
              Cancel
            </Button>
            <Button type="submit" disabled={isBusy}>
              {isChanging ? 'Saving...' : 'Save'}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
