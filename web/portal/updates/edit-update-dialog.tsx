import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { type FieldErrors, useForm } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogContent, StickyDialogFooter } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import { NewerChange } from '../writes/newer-change.ts'
import { NewerChangeAlert } from '../writes/newer-change-alert.tsx'
import { useDraft } from '../writes/use-draft.ts'
import { useNewerChange } from '../writes/use-newer-change.ts'
import { useWrite } from '../writes/use-write.ts'
import { EditedFields } from './edited-fields.tsx'
import { type ReportedUpdate, type UpdateChanges, updateChangesForm } from './update.ts'
import { changeUpdate } from './update-mutations.ts'
import { updateToasts } from './update-toasts.ts'

type EditUpdateDialogProps = { update: ReportedUpdate | undefined; onClose: () => void }

export function EditUpdateDialog({ update, onClose }: EditUpdateDialogProps) {
  const [isBusy, setBusy] = useState(false)
  const returnFocus = useReturnFocus()
  return (
    <Dialog open={update !== undefined} onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}>
      {update && (
        <DialogContent
          {...returnFocus}
          title="Edit Update"
          description="What it said before is kept."
          className="sm:max-w-xl sm:scroll-pb-28"
        >
          <EditUpdateForm update={update} onBusy={setBusy} onDone={onClose} />
        </DialogContent>
      )}
    </Dialog>
  )
}

const typedOf = (update: ReportedUpdate): UpdateChanges => ({
  update_type: update.update_type,
  title: update.title,
  content: update.content,
  is_milestone: update.is_milestone,
  is_client_visible: update.visibility === 'client',
  seen: update.updated_at,
})

type EditUpdateFormProps = { update: ReportedUpdate; onBusy: (isBusy: boolean) => void; onDone: () => void }

/** What was typed outlives the dialog and the page; only Cancel and success give it up. */
function EditUpdateForm({ update, onBusy, onDone }: EditUpdateFormProps) {
  const form = useForm({ defaultValues: typedOf(update), resolver: zodResolver(updateChangesForm) })
  const { handleSubmit, watch } = form
  const forgetDraft = useDraft(form, `update/${update.id}`)
  const [save, isBusy] = useWrite(changeUpdate(update.id), {
    onMutate: () => onBusy(true),
    onSuccess: giveUp,
    onError(error) {
      if (error instanceof NewerChange) refuse()
    },
    onSettled: () => onBusy(false),
  })
  const versions = { seen: watch('seen'), current: update.updated_at, theirs: typedOf(update), isBusy }
  const { isOutdated, refuse, takeTheirs } = useNewerChange(form, versions)

  function giveUp() {
    forgetDraft()
    onDone()
  }

  return (
    <form noValidate onSubmit={handleSubmit(save, complain)} className="grid gap-4">
      <EditedFields form={form} wasVisible={update.visibility === 'client'} />
      {isOutdated && (
        <NewerChangeAlert
          thing="update"
          isBusy={isBusy}
          onTakeTheirs={takeTheirs}
          onSaveMine={() => void handleSubmit((mine) => save({ ...mine, seen: update.updated_at }), complain)()}
        />
      )}
      <StickyDialogFooter>
        <Button variant="outline" disabled={isBusy} onClick={giveUp}>
          Cancel
        </Button>
        <Button type="submit" disabled={isBusy}>
          {isBusy ? 'Saving...' : 'Save Changes'}
        </Button>
      </StickyDialogFooter>
    </form>
  )
}

function complain({ title, content }: FieldErrors<UpdateChanges>) {
  if (title?.type === 'too_small' || content?.type === 'too_small') toast.error(updateToasts.missingText)
}
