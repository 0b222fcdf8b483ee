import { type FieldErrors, useWatch } from 'react-hook-form'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { typedFormFields } from '../../ui/typed-form-fields.ts'
import { EntityForm } from '../writes/entity-form.tsx'
import { useEntityForm } from '../writes/use-entity-form.ts'
import { AnswerByField, KindSwitches, TypeField } from './kind-fields.tsx'
import { type ReportedUpdate, type UpdateChanges, type UpdatedClient, updateChangesForm } from './update.ts'
import { changeUpdate } from './update-mutations.ts'
import { updateToasts } from './update-toasts.ts'

const { TextField } = typedFormFields<UpdateChanges>()

type EditUpdateDialogProps = {
  update: ReportedUpdate | undefined
  client: Pick<UpdatedClient, 'plan'>
  onClose: () => void
}

export function EditUpdateDialog({ update, client, onClose }: EditUpdateDialogProps) {
  return (
    <FormDialog
      isOpen={update !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Edit Update"
      description="Earlier versions are kept."
      className="sm:max-w-xl sm:scroll-pb-28"
    >
      {update && <EditUpdateForm update={update} hasPlan={client.plan !== null} onDone={onClose} />}
    </FormDialog>
  )
}

const typedOf = (update: ReportedUpdate): UpdateChanges => ({
  update_type: update.update_type,
  title: update.title,
  content: update.content,
  is_milestone: update.is_milestone,
  is_client_visible: update.visibility === 'client',
  counts_as_content_update: update.counts_as_content_update,
  answer_by: update.answer_by ?? '',
  seen: update.updated_at,
})

type EditUpdateFormProps = { update: ReportedUpdate; hasPlan: boolean; onDone: () => void }

/** What was typed survives closing the dialog and the page; only Cancel and success clear it. */
function EditUpdateForm({ update, hasPlan, onDone }: EditUpdateFormProps) {
  const entity = useEntityForm({
    values: typedOf(update),
    schema: updateChangesForm,
    draft: `update/${update.id}`,
    write: changeUpdate(update.id),
    version: update.updated_at,
    onDone,
  })
  return (
    <EntityForm
      entity={entity}
      thing="update"
      onSubmit={entity.save}
      onInvalid={complain}
      action="Save Changes"
      busyAction="Saving..."
      footer="sticky"
    >
      <EditedFields wasVisible={update.visibility === 'client'} hasPlan={hasPlan || update.counts_as_content_update} />
    </EntityForm>
  )
}

function complain({ title, content }: FieldErrors<UpdateChanges>) {
  if (title?.type === 'too_small' || content?.type === 'too_small') toast.error(updateToasts.missingText)
}

/** The fields of an update that can be changed later. */
function EditedFields({ wasVisible, hasPlan }: { wasVisible: boolean; hasPlan: boolean }) {
  const isVisible = useWatch<UpdateChanges, 'is_client_visible'>({ name: 'is_client_visible' })
  return (
    <>
      <TypeField />
      <AnswerByField />
      <TextField name="title" label="Title" required />
      <TextField name="content" label="Content" required rows={6} />
      <KindSwitches hasPlan={hasPlan} />
      <p role="status" className="text-ink-soft text-sm empty:hidden">
        {wasVisible && !isVisible && 'It disappears from the client’s page as soon as you save.'}
      </p>
    </>
  )
}
