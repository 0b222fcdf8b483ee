import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useId, useState } from 'react'
import { Controller, type FieldErrors, useForm } from 'react-hook-form'
import { useSingleFlight } from '../../lib/use-single-flight.ts'
import { useUnloadGuard } from '../../lib/use-unload-guard.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, Select, Textarea } from '../../ui/input.tsx'
import { Switch } from '../../ui/switch.tsx'
import { toast } from '../../ui/toast.ts'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import { catalogue } from '../catalogue.ts'
import { useDraft } from '../editing/use-draft.ts'
import { attachmentPath, attachmentType, MAX_FILE_BYTES } from './attachment.ts'
import { ChosenFiles } from './chosen-files.tsx'
import { FileDrop } from './file-drop.tsx'
import { ProjectField } from './project-field.tsx'
import { UnfinishedUpdate } from './unfinished-update.tsx'
import { type DraftedUpdate, type NewUpdate, updateForm, updateTypeLabels, updateTypes } from './update.ts'
import { createUpdate, useRefreshUpdates } from './update-mutations.ts'
import type { ProjectChoices } from './update-queries.ts'
import { type FailedUpload, useUploads } from './use-uploads.ts'

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
  const { register, control, handleSubmit, reset, setFocus, setValue, watch, formState } = form
  const forgetDraft = useDraft(form, `new-update/${clientId}`)
  const [files, setFiles] = useState<Chosen[]>([])
  const [unfinished, setUnfinished] = useState<{ title: string; failed: FailedUpload[] }>()
  const { progress, attachAll } = useUploads()
  const refresh = useRefreshUpdates()
  const attachmentsId = useId()

  const [create, isBusy] = useSingleFlight(async (update: NewUpdate) => {
    try {
      const updateId = await createUpdate(update)
      // It exists: whoever leaves now and comes back must not find it as something still to be created.
      forgetDraft()
      const now = Date.now()
      const failed = await attachAll(
        files.map((chosen, index) => ({
          ...chosen,
          updateId,
          path: attachmentPath(updateId, now + index, chosen.file.name),
        })),
      )
      startAfresh()
      if (failed.length === 0) {
        toast.success(catalogue.updates.created)
      } else {
        toast.error(catalogue.updates.filesMissing(failed.map(({ file, problem }) => ({ name: file.name, problem }))))
        setUnfinished({ title: update.title, failed })
      }
      await refresh()
    } catch (error) {
      toast.error(catalogue.updates.creationFailed(error))
    }
  })
  useUnloadGuard(isBusy || unfinished !== undefined)
  useFocusBack(isBusy)
  useEffect(() => (unfinished ? () => setFocus('project') : undefined), [unfinished, setFocus])

  function startAfresh() {
    reset(empty)
    setFiles([])
  }

  function complain(errors: FieldErrors<DraftedUpdate>) {
    if (errors.project) toast.error(catalogue.updates.missingProject)
    else if (errors.title?.type === 'too_small' || errors.content?.type === 'too_small') {
      toast.error(catalogue.updates.missingText)
    }
  }

  // Chosen before the page was loaded again: gone, but not forgotten.
  const lost = watch('file_names').filter((name) => !files.some(({ file }) => file.name === name))

  function keepFiles(next: Chosen[], stillLost: string[]) {
    setFiles(next)
    const names = next.map(({ file }) => file.name)
    setValue('file_names', [...names, ...stillLost.filter((name) => !names.includes(name))], { shouldDirty: true })
  }

  function choose(chosen: File[]) {
    const accepted = chosen.flatMap((file) => {
      const type = attachmentType(file)
      return type === undefined ? [] : [{ file, type }]
    })
    const tooLarge = accepted.filter(({ file }) => file.size > MAX_FILE_BYTES)
    if (tooLarge.length > 0) toast.error(catalogue.updates.filesTooLarge(tooLarge.map(({ file }) => file.name)))
    const added = accepted.filter(({ file }) => file.size <= MAX_FILE_BYTES && !files.some(isSame(file)))
    keepFiles([...files, ...added], lost)
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
        <div className="grid grid-cols-1 gap-2 @lg:col-span-2">
          <label htmlFor={attachmentsId} className="justify-self-start font-medium text-sm">
            Attachments
          </label>
          <FileDrop id={attachmentsId} disabled={isBusy} onChoose={choose} />
          {lost.length > 0 && (
            <Alert tone="info">
              <p>Files are not kept when the page is loaded again. Please choose again: {lost.join(', ')}</p>
              <Button variant="link" size="inline" className="mt-1" onClick={() => keepFiles(files, [])}>
                Go On Without
              </Button>
            </Alert>
          )}
          <ChosenFiles
            files={files}
            progress={progress}
            isBusy={isBusy}
            onRemove={(gone) =>
              keepFiles(
                files.filter(({ file }) => file !== gone),
                lost,
              )
            }
          />
        </div>
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

type Chosen = { file: File; type: string }

const isSame =
  (a: File) =>
  ({ file: b }: Chosen) =>
    a.name === b.name && a.size === b.size && a.lastModified === b.lastModified

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
