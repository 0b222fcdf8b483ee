import { zodResolver } from '@hookform/resolvers/zod'
import { BookmarkPlus } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogContent, DialogFooter, DialogTrigger } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, Select } from '../../ui/input.tsx'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import { useWrite } from '../writes/use-write.ts'
import { MOST_VIEWS, type SavedView, type ViewedList } from './saved-view.ts'
import { changeView, saveView } from './saved-view-mutations.ts'
import { viewForm } from './view-form.ts'

type SaveViewDialogProps = {
  list: ViewedList
  /** What is searched, filtered and sorted. */
  query: string
  saved: readonly SavedView[]
}

/** Keeps what one looks at under a name: as a further view, or in place of one that was saved before. */
export function SaveViewDialog({ list, query, saved }: SaveViewDialogProps) {
  const isFull = saved.length >= MOST_VIEWS
  const [isOpen, setOpen] = useState(false)
  const [replacedId, setReplacedId] = useState('')
  const replaced = saved.find(({ id }) => id === replacedId) ?? (isFull ? saved[0] : undefined)
  const form = useForm({
    values: { name: replaced?.name ?? '' },
    resetOptions: { keepDirtyValues: true },
    resolver: zodResolver(viewForm(saved.filter((view) => view !== replaced))),
  })
  const { register, handleSubmit, reset, formState } = form
  const then = { onSuccess: close }
  const [add, isAdding] = useWrite(saveView, then)
  const [change, isChanging] = useWrite(changeView, then)
  const isBusy = isAdding || isChanging

  function close() {
    setOpen(false)
    setReplacedId('')
    reset({ name: '' })
  }

  const save = ({ name }: { name: string }) =>
    replaced ? change({ view: replaced, to: { name, query } }) : add({ list, name, query })

  return (
    <Dialog open={isOpen} onOpenChange={(next) => !isBusy && (next ? setOpen(true) : close())}>
      <DialogTrigger asChild>
        <Button variant="ghost" className="px-3 text-ink-soft text-sm">
          <BookmarkPlus aria-hidden />
          Save View
        </Button>
      </DialogTrigger>
      {/* Once it is saved, the button has given way to another. */}
      <DialogContent
        {...useReturnFocus()}
        title="Save View"
        description="What is searched, filtered and sorted now, for you alone, wherever you sign in."
      >
        <form noValidate onSubmit={handleSubmit(save)} className="grid gap-4">
          {saved.length > 0 && (
            <Field
              label="Save As"
              {...(isFull && { hint: `You have ${MOST_VIEWS} views of this list, which is the most there can be.` })}
            >
              {(control) => (
                <Select {...control} value={replaced?.id ?? ''} onChange={({ target }) => setReplacedId(target.value)}>
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
          <Field label="Name" error={formState.errors.name?.message}>
            {(control) => <Input {...control} {...register('name')} required autoComplete="off" />}
          </Field>
          <DialogFooter className="pt-1">
            <Button variant="outline" disabled={isBusy} onClick={close}>
              Cancel
            </Button>
            <Button type="submit" disabled={isBusy}>
              {isBusy ? 'Saving...' : 'Save View'}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
