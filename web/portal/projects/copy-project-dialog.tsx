import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { addDays, today } from '../../lib/today.ts'
import { ErrorState } from '../../ui/empty-and-error-states.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useMe } from '../me/me.ts'
import { daysBetween } from '../steps/copy-steps.ts'
import { EntityForm } from '../writes/entity-form.tsx'
import { useEntityForm } from '../writes/use-entity-form.ts'
import type { Project, ProjectWithClient } from './project.ts'
import { type NewProjectFields, newProject, newProjectForm, type TypedNewProject, typedOf } from './project-form.ts'
import { ProjectFormFields, toastMissingFields } from './project-form-fields.tsx'
import { addProject } from './project-mutations.ts'
import { projectQuery } from './project-queries.ts'

type CopyProjectProps = { project: Pick<Project, 'id' | 'name'> | undefined; onClose: () => void }

/** The dialog that adds a project like another one, with the steps of that. It is open while there is one to copy. */
export function CopyProjectDialog({ project, onClose }: CopyProjectProps) {
  return (
    <FormDialog
      isOpen={project !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Copy Project"
      description={project && `A new project like ${project.name}. None of its steps is done.`}
      className="scroll-py-12 sm:max-w-2xl sm:scroll-pb-28"
    >
      {project && <LoadedForm projectId={project.id} onClose={onClose} />}
    </FormDialog>
  )
}

function LoadedForm({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const { data: project, isError, refetch } = useQuery(projectQuery(projectId))
  if (project) return <CopyForm project={project} onClose={onClose} />
  if (isError || project === null) {
    return <ErrorState title="The project could not be loaded." onRetry={() => void refetch()} />
  }
  return <Skeleton className="h-96" />
}

function CopyForm({ project, onClose }: { project: ProjectWithClient; onClose: () => void }) {
  const navigate = useNavigate()
  const entity = useEntityForm({
    values: copyOf(project),
    schema: newProjectForm,
    draft: `copy-project/${project.id}`,
    write: addProject(useMe().id),
    onDone: onClose,
    onSaved: ({ id }) => void navigate(`/dashboard/projects/${id}`),
  })
  useTargetAfterStart(entity.form, project)
  return (
    <EntityForm
      entity={entity}
      onSubmit={entity.save}
      onInvalid={toastMissingFields}
      action="Copy Project"
      busyAction="Copying..."
      footer="sticky"
      className="grid gap-5"
    >
      <ProjectFormFields listAgencyId={project.agency_id} />
    </EntityForm>
  )
}

/** The values of the copy: it begins today, and nobody has it yet. */
function copyOf(project: ProjectWithClient): TypedNewProject {
  const { name, client, project_type, description, priority, budget, requirements } = typedOf(project)
  return {
    ...newProject,
    ...{ name, client, project_type, description, priority, budget, requirements },
    start_date: today(),
    target_completion_date: targetFrom(today(), project),
    begin_with: 'project',
    begin_project: { id: project.id, name: project.name },
  }
}

/** The target date as far from a start as in the copied project; '' where that has none. */
const targetFrom = (start: string, { start_date, target_completion_date: target }: ProjectWithClient) =>
  start_date && target ? addDays(start, daysBetween(start_date, target)) : ''

/** The target date follows the start date until somebody sets it. */
function useTargetAfterStart(
  { subscribe, setValue, getFieldState }: UseFormReturn<TypedNewProject, unknown, NewProjectFields>,
  project: ProjectWithClient,
) {
  useEffect(
    () =>
      subscribe({
        name: 'start_date',
        formState: { values: true },
        callback({ values }) {
          const { start_date } = values
          if (start_date === '' || getFieldState('target_completion_date').isDirty) return
          setValue('target_completion_date', targetFrom(start_date, project))
        },
      }),
    [subscribe, setValue, getFieldState, project],
  )
}
