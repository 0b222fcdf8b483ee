import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useId, useState } from 'react'
import { Controller, type FieldErrors, useForm } from 'react-hook-form'
import { useUnloadGuard } from '../../lib/use-unload-guard.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, Select, Textarea } from '../../ui/input.tsx'
import { Switch } from '../../ui/switch.tsx'
import { toast } from '../../ui/toast.ts'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import { useDraft } from '../editing/use-draft.ts'
import { useWrite } from '../editing/use-write.ts'
import { catalogue } from '../toast-catalogue.ts'
import { attachmentPath } from './attachment.ts'
import { ProjectField } from './project-field.tsx'
import { UnfinishedUpdate } from './unfinished-update.tsx'
import { type DraftedUpdate, type NewUpdate, updateForm, updateTypeLabels, updateTypes } from './update.ts'
import { UpdateAttachments } from './update-attachments.tsx'
import { completeUpdate, createUpdate } from './update-mutations.ts'
import type { ProjectChoices } from './update-queries.ts'
import { useChosenFiles } from './use-chosen-files.ts'
import { type FailedUpload, FilesMissing, useUploads } from './use-uploads.ts'

const empty: DraftedUpdate = {
  project: null,
  update_type: 'progress',
  title: '',
  content: '',
  is_milestone: false,
  is_client_visible: false,
  file_names: [],
}

type CreateUpdateFormProps = { clientId: string; projects: ProjectChoices }

export function CreateUpdateForm({ clientId, projects }: CreateUpdateFormProps) {
  const form = useForm<DraftedUpdate, unknown, NewUpdate>({ defaultValues: empty, resolver: zodResolver(updateForm) })
  const { register, control, handleSubmit, reset, setFocus, formState } = form
  const forgetDraft = useDraft(form, `new-update/${clientId}`)
  const chosen = useChosenFiles(form)
  const [unfinished, setUnfinished] = useState<{ title: string; failed: readonly FailedUpload[] }>()
  const { progress, attachAll } = useUploads()

  async function createWithFiles(update: NewUpdate) {
    const updateId = await createUpdate(update)
    // It exists: whoever leaves now and comes back must not find it as something still to be created.
    forgetDraft()
    const now = Date.now()
    await attachAll(
      chosen.files.map(({ file, type }, index) => ({
        file,
        type,
        updateId,
        path: attachmentPath(updateId, now + index, file.name),
      })),
    )
  }
  const [create, isBusy] = useWrite(completeUpdate(createWithFiles), {
    onSuccess: startAfresh,
    onError(error, { title }) {
      if (!(error instanceof FilesMissing)) return
      startAfresh()
      setUnfinished({ title, failed: error.uploads })
    },
  })
  useUnloadGuard(isBusy || unfinished !== undefined)
  useFocusBack(isBusy)
  useEffect(() => (unfinished ? () => setFocus('project') : undefined), [unfinished, setFocus])

  function startAfresh() {
    reset(empty)
    chosen.forget()
  }

  function complain(errors: FieldErrors<DraftedUpdate>) {
    if (errors.project) toast.error(catalogue.updates.missingProject)
    else if (errors.title?.type === 'too_small' || errors.content?.type === 'too_small') {
      toast.error(catalogue.updates.missingText)
    }
  }

  if (unfinished) return <UnfinishedUpdate {...unfinished} onFinished={() => setUnfinished(undefined)} />

  const { errors } = formState
  return (
    <form noValidate aria-label="Create update" onSubmit={handleSubmit(create, complain)}>
      <fieldset disabled={isBusy} className="grid min-w-0 grid-cols-1 gap-4 @lg:grid-cols-2 @lg:gap-x-6">
        <ProjectField control={control} clientId={clientId} projects={projects} />
        <Field label="Update Type" error={errors.update_type?.message}>
          {(control) => (
            <Select {...control} {...register('update_type')}>
              {updateTypes.map((type) => (
                <option key={type} value={type}>
                  {updateTypeLabels[type]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Title" error={errors.title?.message} className="@lg:col-span-2">
          {(control) => <Input {...control} {...register('title')} required autoComplete="off" />}
        </Field>
        <Field label="Content" error={errors.content?.message} className="@lg:col-span-2">
          {(control) => <Textarea {...control} {...register('content')} required rows={4} />}
        </Field>
        <UpdateAttachments chosen={chosen} progress={progress} isBusy={isBusy} />
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 @lg:col-span-2">
          <div className="flex flex-wrap gap-x-6 gap-y-3">
            <Controller
              control={control}
              name="is_milestone"
              render={({ field }) => <Choice label="Mark as Milestone" isOn={field.value} onChange={field.onChange} />}
            />
            <Controller
              control={control}
              name="is_client_visible"
              render={({ field }) => <Choice label="Client Visible" isOn={field.value} onChange={field.onChange} />}
            />
          </div>
          <Button type="submit" className="w-full sm:w-auto">
            {isBusy ? 'Creating...' : 'Create Update'}
          </Button>
        </div>
      </fieldset>
    </form>
  )
}

type ChoiceProps = { label: string; isOn: boolean; onChange: (isOn: boolean) => void }

function Choice({ label, isOn, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <div className="flex items-center gap-2.5">
      <Switch id={id} checked={isOn} onCheckedChange={onChange} />
      <label htmlFor={id} className="cursor-pointer font-medium text-sm">
        {label}
      </label>
    </div>
  )
}
