import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogContent, DialogFooter } from '../../ui/dialog.tsx'
import { submitOnCtrlEnter } from '../../ui/submit-on-ctrl-enter.ts'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import { NewerChange } from '../writes/newer-change.ts'
import { NewerChangeAlert } from '../writes/newer-change-alert.tsx'
import { useDraft } from '../writes/use-draft.ts'
import { useNewerChange } from '../writes/use-newer-change.ts'
import { useWrite } from '../writes/use-write.ts'
import { type NoteChanges, noteChangesForm, type SignedNote, type TypedNote } from './note.ts'
import { NoteFields } from './note-fields.tsx'
import { changeNote } from './note-mutations.ts'
import type { Notebook } from './notebook.ts'

type EditNoteDialogProps = { notebook: Notebook; note: SignedNote | undefined; onClose: () => void }

export function EditNoteDialog({ notebook, note, onClose }: EditNoteDialogProps) {
  const [isBusy, setBusy] = useState(false)
  const returnFocus = useReturnFocus()
  return (
    <Dialog open={note !== undefined} onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}>
      {note && (
        <DialogContent {...returnFocus} title="Edit Note" description="For colleagues only.">
          <EditNoteForm notebook={notebook} note={note} onBusy={setBusy} onDone={onClose} />
        </DialogContent>
      )}
    </Dialog>
  )
}

const typedOf = ({ note_text, note_category, edited_at }: SignedNote): TypedNote => ({
  note_text,
  note_category: note_category ?? '',
  seen: edited_at,
})

type EditNoteFormProps = {
  notebook: Notebook
  note: SignedNote
  onBusy: (isBusy: boolean) => void
  onDone: () => void
}

/** What was typed outlives the dialog and the page; only Cancel and success give it up. */
function EditNoteForm({ notebook, note, onBusy, onDone }: EditNoteFormProps) {
  const form = useForm<TypedNote, unknown, NoteChanges>({
    defaultValues: typedOf(note),
    resolver: zodResolver(noteChangesForm),
  })
  const { handleSubmit, watch } = form
  const forgetDraft = useDraft(form, `note/${note.id}`)
  const [save, isBusy] = useWrite(changeNote(notebook, note.id), {
    onMutate: () => onBusy(true),
    onSuccess: giveUp,
    onError(error) {
      if (error instanceof NewerChange) refuse()
    },
    onSettled: () => onBusy(false),
  })
  const versions = { seen: watch('seen'), current: note.edited_at, theirs: typedOf(note), isBusy }
  const { isOutdated, refuse, takeTheirs } = useNewerChange(form, versions)

  function giveUp() {
    forgetDraft()
    onDone()
  }

  return (
    <form noValidate onSubmit={handleSubmit(save)} onKeyDown={submitOnCtrlEnter} className="grid gap-4">
      <NoteFields form={form} categories={notebook.categories} />
      {isOutdated && (
        <NewerChangeAlert
          thing="note"
          isOwn
          isBusy={isBusy}
          onTakeTheirs={takeTheirs}
          onSaveMine={() => void handleSubmit((mine) => save({ ...mine, seen: note.edited_at }))()}
        />
      )}
      <DialogFooter className="pt-1">
        <Button variant="outline" disabled={isBusy} onClick={giveUp}>
          Cancel
        </Button>
        <Button type="submit" disabled={isBusy}>
          {isBusy ? 'Saving...' : 'Save Changes'}
        </Button>
      </DialogFooter>
    </form>
  )
}
