import { zodResolver } from '@hookform/resolvers/zod'
import { Plus } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogContent, DialogFooter, DialogTrigger } from '../../ui/dialog.tsx'
import { submitOnCtrlEnter } from '../../ui/submit-on-ctrl-enter.ts'
import { useMe } from '../me/me.ts'
import { useDraft } from '../writes/use-draft.ts'
import { useAddressDialog } from '../writes/use-new-dialog.ts'
import { useWrite } from '../writes/use-write.ts'
import { type NoteChanges, noteChangesForm, type TypedNote } from './note.ts'
import { NoteFields } from './note-fields.tsx'
import { addNote } from './note-mutations.ts'
import { NOTE, type Notebook } from './notebook.ts'

const empty: TypedNote = { note_text: '', note_category: 'general', seen: null }

/** What was typed outlives the dialog and the page; only Cancel and success empty it. */
export function AddNoteDialog({ notebook }: { notebook: Notebook }) {
  const [isOpen, setOpen] = useAddressDialog(NOTE)
  const form = useForm<TypedNote, unknown, NoteChanges>({
    defaultValues: empty,
    resolver: zodResolver(noteChangesForm),
  })
  const { handleSubmit, reset } = form
  const forgetDraft = useDraft(form, `new-note/${notebook.key.join('/')}`)
  const [add, isBusy] = useWrite(addNote(notebook, useMe().id), { onSuccess: close })

  function close() {
    setOpen(false)
    reset(empty)
    forgetDraft()
  }

  return (
    <Dialog open={isOpen} onOpenChange={(next) => !isBusy && setOpen(next)}>
      <DialogTrigger asChild>
        <Button variant="outline">
          <Plus aria-hidden />
          Add Note
        </Button>
      </DialogTrigger>
      <DialogContent title="Add Note" description="For colleagues only.">
        <form
          noValidate
          onSubmit={handleSubmit(({ seen: _none, ...note }) => add(note))}
          onKeyDown={submitOnCtrlEnter}
          className="grid gap-4"
        >
          <NoteFields form={form} categories={notebook.categories} />
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
