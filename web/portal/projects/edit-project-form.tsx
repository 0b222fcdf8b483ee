import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useSingleFlight } from '../../lib/use-single-flight.ts'
import { Button } from '../../ui/button.tsx'
import { DialogFooter } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { catalogue } from '../catalogue.ts'
import { NewerChange } from '../editing/newer-change.ts'
import { NewerChangeAlert } from '../editing/newer-change-alert.tsx'
import { useDraft } from '../editing/use-draft.ts'
import type { ProjectWithClient } from './project.ts'
import { type ProjectFields, projectForm, type TypedProject, typedOf } from './project-form.ts'
import { complainAboutMissing, ProjectFormFields } from './project-form-fields.tsx'
import { useUpdateProject } from './project-mutations.ts'
import { refusingUnreadable } from './unreadable.ts'

type EditProjectFormProps = {
  project: ProjectWithClient
  onBusy: (isBusy: boolean) => void
  onDone: () => void
}

/** What was typed outlives the dialog and the page; only Cancel and success give it up. */
export function EditProjectForm({ project, onBusy, onDone }: EditProjectFormProps) {
  // The page in the background is kept fresh; what is being edited stays what this person saw when they began.
  const [seen, setSeen] = useState(project.updated_at)
  const [isOutdated, setOutdated] = useState(false)
  const form = useForm<TypedProject, unknown, ProjectFields>({
    defaultValues: typedOf(project),
    resolver: refusingUnreadable(zodResolver(projectForm)),
  })
  const { handleSubmit, reset } = form
  const forgetDraft = useDraft(form, `project/${project.id}/${seen}`)
  const { mutateAsync: updateProject } = useUpdateProject(project.id)

  const [save, isBusy] = useSingleFlight(async (changes: ProjectFields, version: string) => {
    onBusy(true)
    try {
      await updateProject({ changes, seen: version })
      toast.success(catalogue.projects.updated)
      giveUp()
    } catch (error) {
      if (error instanceof NewerChange) setOutdated(true)
      else toast.error(catalogue.projects.updateFailed)
    } finally {
      onBusy(false)
    }
  })

  function giveUp() {
    forgetDraft()
    onDone()
  }

  function takeTheirs() {
    forgetDraft()
    reset(typedOf(project))
    setSeen(project.updated_at)
    setOutdated(false)
  }

  return (
    <form
      noValidate
      onSubmit={handleSubmit((changes) => save(changes, seen), complainAboutMissing)}
      className="grid gap-5"
    >
      <ProjectFormFields form={form} isCompletable assigneeName={project.assignee?.display_name} />
      {isOutdated && (
        <NewerChangeAlert
          thing="project"
          isBusy={isBusy}
          onTakeTheirs={takeTheirs}
          onSaveMine={() => void handleSubmit((changes) => save(changes, project.updated_at), complainAboutMissing)()}
        />
      )}
      <DialogFooter>
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
