import { zodResolver } from '@hookform/resolvers/zod'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogContent, DialogFooter, DialogTrigger } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Select, Textarea } from '../../ui/input.tsx'
import { useDraft } from '../editing/use-draft.ts'
import { useWrite } from '../editing/use-write.ts'
import { useMe } from '../me/me.ts'
import { categoryBadge, type NewNote, noteForm } from './note.ts'
import { addNote } from './note-mutations.ts'
import type { Notebook } from './notebook.ts'

type Typed = z.input<typeof noteForm>

const empty: Typed = { note_text: '', note_category: 'general' }

/** What was typed outlives the dialog and the page; only Cancel and success empty it. */
export function AddNoteDialog({ notebook }: { notebook: Notebook }) {
  const [isOpen, setOpen] = useState(false)
  const form = useForm<Typed, unknown, NewNote>({ defaultValues: empty, resolver: zodResolver(noteForm) })
  const { register, handleSubmit, reset, formState } = form
  const forgetDraft = useDraft(form, `new-note/${notebook.key.join('/')}`)
  const [add, isBusy] = useWrite(addNote(notebook, useMe().id), { onSuccess: close })

  function close() {
    setOpen(false)
    reset(empty)
    forgetDraft()
  }

  const { note_text, note_category } = formState.errors
  return (
    <Dialog open={isOpen} onOpenChange={(next) => !isBusy && setOpen(next)}>
      <DialogTrigger asChild>
        <Button variant="outline">
          <Plus aria-hidden />
          Add Note
        </Button>
      </DialogTrigger>
      <DialogContent title="Add Note" description="For colleagues only.">
        <form noValidate onSubmit={handleSubmit((note) => add(note))} className="grid gap-4">
          {/* Without a text nothing happens, and nothing is said: there is nothing to add. */}
          <Field label="Note" error={note_text?.type === 'too_small' ? undefined : note_text?.message}>
            {(control) => <Textarea {...control} {...register('note_text')} rows={5} />}
          </Field>
          <Field label="Category" error={note_category?.message}>
            {(control) => (
              <Select {...control} {...register('note_category')}>
                {notebook.categories.map((category) => (
                  <option key={category} value={category}>
                    {categoryBadge(category).label}
                  </option>
                ))}
                <option value="">No category</option>
              </Select>
            )}
          </Field>
          <DialogFooter className="pt-1">
            <Button variant="outline" disabled={isBusy} onClick={close}>
              Cancel
            </Button>
            <Button type="submit" disabled={isBusy}>
              {isBusy ? 'Adding...' : 'Add Note'}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
