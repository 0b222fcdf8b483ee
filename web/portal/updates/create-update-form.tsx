import { zodResolver } from '@hookform/resolvers/zod'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { type FieldErrors, FormProvider, useForm, useFormContext } from 'react-hook-form'
import { useUnloadGuard } from '../../lib/use-unload-guard.ts'
import { Button } from '../../ui/button.tsx'
import { submitOnCtrlEnter } from '../../ui/submit-on-ctrl-enter.ts'
import { toast } from '../../ui/toast.ts'
import { typedFormFields } from '../../ui/typed-form-fields.ts'
import { useFocusAfterBusy } from '../../ui/use-focus-after-busy.ts'
import { useDraft } from '../writes/use-draft.ts'
import { ClientPreviewDialog } from './client-preview-dialog.tsx'
import { ClientWarnings } from './client-warnings.tsx'
import { AnswerByField, KindSwitches, TypeField } from './kind-fields.tsx'
import { MailChoice } from './mail-choice.tsx'
import { ProjectField } from './project-field.tsx'
import { UnfinishedUpdate } from './unfinished-update.tsx'
import { type DraftedUpdate, type NewUpdate, type UpdatedClient, updateForm } from './update.ts'
import { UpdateAttachments } from './update-attachments.tsx'
import type { ProjectChoices } from './update-queries.ts'
import { updateToasts } from './update-toasts.ts'
import { useChosenFiles } from './use-chosen-files.ts'
import { useCreateUpdate } from './use-create-update.ts'
import { useLatestChoice } from './use-latest-choice.ts'
import { useProjectFromAddress } from './use-project-from-address.ts'

const { TextField } = typedFormFields<DraftedUpdate>()

const empty: DraftedUpdate = {
  project: null,
  update_type: 'progress',
  title: '',
  content: '',
  is_milestone: false,
  is_client_visible: false,
  counts_as_content_update: false,
  answer_by: '',
  is_mailed: false,
  recipient: '',
  file_names: [],
}

type CreateUpdateFormProps = { client: UpdatedClient; projects: ProjectChoices }

/**
 * The form for the next update. It is only its title until somebody writes, chooses or moves into the other fields, which
 * stay within reach of the keyboard and of screen readers.
 */
export function CreateUpdateForm({ client, projects }: CreateUpdateFormProps) {
  const defaultValues = { ...empty, recipient: client.email }
  const form = useForm<DraftedUpdate, unknown, NewUpdate>({ defaultValues, resolver: zodResolver(updateForm) })
  const { handleSubmit, reset, setFocus, getValues, formState } = form
  const [isUnfolded, unfold] = useState(false)
  const forgetDraft = useDraft(form, `new-update/${client.id}`)
  useProjectFromAddress(client.id, form, useLatestChoice(form, client))
  const chosen = useChosenFiles(form)
  const { create, isBusy, progress, unfinished, finish } = useCreateUpdate(chosen.files, { forgetDraft, startAfresh })
  useUnloadGuard(isBusy || unfinished !== undefined)
  const title = useRef<HTMLDivElement>(null)
  // After a successful save the form is empty and has the focus at its beginning.
  useFocusAfterBusy(isBusy, () => (getValues('title') === '' ? title.current?.querySelector('input') : undefined))
  useEffect(() => (unfinished ? () => setFocus('title') : undefined), [unfinished, setFocus])

  function startAfresh() {
    reset(defaultValues)
    chosen.forget()
    unfold(false)
  }

  function complain(errors: FieldErrors<DraftedUpdate>) {
    if (errors.project) toast.error(updateToasts.missingProject)
    else if (errors.title?.type === 'too_small' || errors.content?.type === 'too_small') {
      toast.error(updateToasts.missingText)
    }
  }

  if (unfinished) return <UnfinishedUpdate {...unfinished} onFinished={finish} />
  return (
    <FormProvider {...form}>
      <form
        noValidate
        aria-label="Create update"
        onSubmit={handleSubmit(create, complain)}
        onKeyDown={submitOnCtrlEnter}
      >
        <fieldset disabled={isBusy} className="relative grid min-w-0 grid-cols-1 gap-4 @lg:grid-cols-2 @lg:gap-x-6">
          <div ref={title} className="@lg:col-span-2">
            <TextField name="title" label="Title" placeholder="What’s new?" required />
          </div>
          <fieldset
            aria-label="About the update"
            className={isUnfolded || formState.isDirty ? 'contents' : 'sr-only'}
            onFocus={() => unfold(true)}
          >
            <MoreFields client={client} projects={projects} {...{ chosen, progress, isBusy }} />
          </fieldset>
        </fieldset>
      </form>
    </FormProvider>
  )
}

type MoreFieldsProps = ComponentProps<typeof UpdateAttachments> & { client: UpdatedClient; projects: ProjectChoices }

function MoreFields({ client, projects, chosen, progress, isBusy }: MoreFieldsProps) {
  const { id: clientId, plan } = client
  const form = useFormContext<DraftedUpdate, unknown, NewUpdate>()
  const { control, watch, getValues } = form
  const takeLatestChoice = useLatestChoice(form, { plan })
  const [isVisible, title, content] = watch(['is_client_visible', 'title', 'content'])
  return (
    <>
      <ProjectField {...{ control, clientId, projects }} onChosen={(project) => void takeLatestChoice(project)} />
      <TypeField />
      <AnswerByField />
      <TextField name="content" label="Content" required rows={4} className="@lg:col-span-2" />
      <UpdateAttachments chosen={chosen} progress={progress} isBusy={isBusy} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 @lg:col-span-2">
        <KindSwitches hasPlan={plan !== null} />
        <MailChoice client={client} />
        {isVisible && <ClientWarnings clientId={clientId} words={`${title}\n${content}`} />}
        <div className="ml-auto flex w-full flex-wrap gap-3 sm:w-auto">
          {isVisible && <ClientPreviewDialog clientId={clientId} typed={getValues} files={chosen.files} />}
          <Button type="submit" className="w-full sm:w-auto">
            {isBusy ? 'Creating...' : 'Create Update'}
          </Button>
        </div>
      </div>
    </>
  )
}
