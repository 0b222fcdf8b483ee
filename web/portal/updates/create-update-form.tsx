import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { type FieldErrors, FormProvider, useForm } from 'react-hook-form'
import { useUnloadGuard } from '../../lib/use-unload-guard.ts'
import { Button } from '../../ui/button.tsx'
import { submitOnCtrlEnter } from '../../ui/submit-on-ctrl-enter.ts'
import { toast } from '../../ui/toast.ts'
import { typedFormFields } from '../../ui/typed-form-fields.ts'
import { useFocusAfterBusy } from '../../ui/use-focus-after-busy.ts'
import { useDraft } from '../writes/use-draft.ts'
import { ClientPreviewDialog } from './client-preview-dialog.tsx'
import { ClientWarnings } from './client-warnings.tsx'
import { MailChoice } from './mail-choice.tsx'
import { ProjectField } from './project-field.tsx'
import { UnfinishedUpdate } from './unfinished-update.tsx'
import { type DraftedUpdate, type NewUpdate, updateForm, updateTypeLabels, updateTypes } from './update.ts'
import { UpdateAttachments } from './update-attachments.tsx'
import type { ProjectChoices } from './update-queries.ts'
import { updateToasts } from './update-toasts.ts'
import { useChosenFiles } from './use-chosen-files.ts'
import { useCreateUpdate } from './use-create-update.ts'
import { useProjectFromAddress } from './use-project-from-address.ts'

const { SelectField, SwitchField, TextField } = typedFormFields<DraftedUpdate>()

const empty: DraftedUpdate = {
  project: null,
  update_type: 'progress',
  title: '',
  content: '',
  is_milestone: false,
  is_client_visible: false,
  is_mailed: false,
  recipient: '',
  file_names: [],
}

type CreateUpdateFormProps = { client: { id: string; email: string }; projects: ProjectChoices }

export function CreateUpdateForm({ client, projects }: CreateUpdateFormProps) {
  const defaultValues = { ...empty, recipient: client.email }
  const form = useForm<DraftedUpdate, unknown, NewUpdate>({ defaultValues, resolver: zodResolver(updateForm) })
  const { control, handleSubmit, reset, setFocus, watch, getValues } = form
  const forgetDraft = useDraft(form, `new-update/${client.id}`)
  useProjectFromAddress(client.id, form)
  const chosen = useChosenFiles(form)
  const { create, isBusy, progress, unfinished, finish } = useCreateUpdate(chosen.files, { forgetDraft, startAfresh })
  useUnloadGuard(isBusy || unfinished !== undefined)
  useFocusAfterBusy(isBusy)
  useEffect(() => (unfinished ? () => setFocus('project') : undefined), [unfinished, setFocus])

  function startAfresh() {
    reset(defaultValues)
    chosen.forget()
  }

  function complain(errors: FieldErrors<DraftedUpdate>) {
    if (errors.project) toast.error(updateToasts.missingProject)
    else if (errors.title?.type === 'too_small' || errors.content?.type === 'too_small') {
      toast.error(updateToasts.missingText)
    }
  }

  if (unfinished) return <UnfinishedUpdate {...unfinished} onFinished={finish} />

  const [isVisible, title, content] = watch(['is_client_visible', 'title', 'content'])
  return (
    <FormProvider {...form}>
      <form
        noValidate
        aria-label="Create update"
        onSubmit={handleSubmit(create, complain)}
        onKeyDown={submitOnCtrlEnter}
      >
        <fieldset disabled={isBusy} className="grid min-w-0 grid-cols-1 gap-4 @lg:grid-cols-2 @lg:gap-x-6">
          <ProjectField control={control} clientId={client.id} projects={projects} />
          <SelectField name="update_type" label="Update Type" options={updateTypes} labels={updateTypeLabels} />
          <TextField name="title" label="Title" required className="@lg:col-span-2" />
          <TextField name="content" label="Content" required rows={4} className="@lg:col-span-2" />
          <UpdateAttachments chosen={chosen} progress={progress} isBusy={isBusy} />
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 @lg:col-span-2">
            <div className="flex flex-wrap gap-x-6 gap-y-3">
              <SwitchField name="is_milestone" label="Mark as Milestone" />
              <SwitchField name="is_client_visible" label="Client Visible" />
            </div>
            <MailChoice clientId={client.id} />
            {isVisible && <ClientWarnings clientId={client.id} words={`${title}\n${content}`} />}
            <div className="ml-auto flex w-full flex-wrap gap-3 sm:w-auto">
              {isVisible && <ClientPreviewDialog clientId={client.id} typed={getValues} files={chosen.files} />}
              <Button type="submit" className="w-full sm:w-auto">
                {isBusy ? 'Creating...' : 'Create Update'}
              </Button>
            </div>
          </div>
        </fieldset>
      </form>
    </FormProvider>
  )
}
