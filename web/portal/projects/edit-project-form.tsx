import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { StickyDialogFooter } from '../../ui/dialog.tsx'
import { useMyRoles } from '../me/me-queries.ts'
import { isSuperAdmin } from '../me/role.ts'
import { NewerChange } from '../writes/newer-change.ts'
import { NewerChangeAlert } from '../writes/newer-change-alert.tsx'
import { useDraft, useUnsaved } from '../writes/use-draft.ts'
import { useNewerChange } from '../writes/use-newer-change.ts'
import { useWrite } from '../writes/use-write.ts'
import type { ProjectWithClient } from './project.ts'
import { type ProjectFields, projectForm, type TypedProject, typedOf } from './project-form.ts'
import { complainAboutMissing, ProjectFormFields } from './project-form-fields.tsx'
import { updateProject } from './project-mutations.ts'
import { refusingUnreadable } from './unreadable.ts'

type EditProjectFormProps = {
  project: ProjectWithClient
  onBusy: (isBusy: boolean) => void
  onDone: () => void
}

/** What was typed outlives the dialog and the page; only Cancel and success give it up. */
export function EditProjectForm({ project, onBusy, onDone }: EditProjectFormProps) {
  const form = useForm<TypedProject, unknown, ProjectFields>({
    defaultValues: typedOf(project),
    resolver: refusingUnreadable(zodResolver(projectForm)),
  })
  const { handleSubmit, watch, formState } = form
  const draft = `project/${project.id}`
  const [isUnsaved] = useUnsaved(draft)
  const forgetDraft = useDraft(form, draft)
  const mayAssign = isSuperAdmin(useMyRoles() ?? [])
  const [save, isBusy] = useWrite(updateProject(project.id, { mayAssign }), {
    onMutate: () => onBusy(true),
    onSuccess: giveUp,
    onError(error) {
      if (error instanceof NewerChange) refuse()
    },
    onSettled: () => onBusy(false),
  })

  const { isOutdated, refuse, takeTheirs } = useNewerChange(form, {
    seen: watch('seen'),
    current: project.updated_at,
    theirs: typedOf(project),
    isBusy,
  })

  function giveUp() {
    forgetDraft()
    onDone()
  }

  return (
    <form noValidate onSubmit={handleSubmit(save, complainAboutMissing)} className="grid gap-5">
      {isUnsaved && !isOutdated && formState.isDirty && (
        <Alert tone="info">These changes were not saved yet. Save them, or cancel to discard them.</Alert>
      )}
      <ProjectFormFields form={form} isStored assigneeName={project.assignee?.display_name} />
      {isOutdated && (
        <NewerChangeAlert
          thing="project"
          isBusy={isBusy}
          onTakeTheirs={takeTheirs}
          onSaveMine={() =>
            void handleSubmit((mine) => save({ ...mine, seen: project.updated_at }), complainAboutMissing)()
          }
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
