import { today } from '../../lib/today.ts'
import { changeRows, type RowChange } from '../list/change-rows.ts'
import { listToasts } from '../list/list-toasts.ts'
import { statusLabels } from '../project-status/project-status.ts'
import type { Undoable } from '../writes/undoable.ts'
import type { Write } from '../writes/use-write.ts'
import { isBefore, type Project } from './project.ts'
import { projectToasts } from './project-toasts.ts'

/** The columns of a project that can be changed in the list. */
export type ProjectChange = Partial<
  Pick<Project, 'status' | 'priority' | 'target_completion_date' | 'actual_completion_date' | 'assigned_to'>
>

type ProjectChanges = readonly RowChange<ProjectChange>[]

export const toAssignee = (
  { id, name, assigned_to }: Pick<Project, 'id' | 'name' | 'assigned_to'>,
  person: string | null,
) => ({
  id,
  name,
  from: { assigned_to },
  to: { assigned_to: person },
})

/** Mutations of one scope run one after the other, so that the last of several changes of a project wins. */
const scope = { id: 'change-projects' }

const mutationFn = (projects: ProjectChanges) =>
  changeRows(projects, {
    table: 'projects',
    undo: { succeeded: listToasts.changeUndone, failed: listToasts.notUndone, refresh: ['projects'] },
    say: ({ status }) => status && statusLabels[status],
  })

export const changeProjects: Write<ProjectChanges, Undoable> = {
  scope,
  mutationFn,
  meta: { succeeded: projectToasts.updated, failed: projectToasts.updateFailed, refresh: ['projects'] },
}

export const assignProjects: Write<ProjectChanges, Undoable> = {
  scope,
  mutationFn,
  meta: { succeeded: projectToasts.assigned, failed: projectToasts.assignmentFailed, refresh: ['projects'] },
}

/** The change of a project to another status, and its reverse. */
export const toStatus = (project: Pick<Project, 'id' | 'name'> & CompletionFields, status: Project['status']) => {
  const { id, name, actual_completion_date } = project
  return { id, name, from: { status: project.status, actual_completion_date }, to: statusChange(project, status) }
}

type CompletionFields = Pick<Project, 'status' | 'start_date' | 'actual_completion_date'>

/** Completing a project sets its completion day to today, and reopening it clears the day, as in the form. */
function statusChange(project: CompletionFields, status: Project['status']): ProjectChange {
  if (status !== 'completed') return { status, actual_completion_date: null }
  const { actual_completion_date: day, start_date } = project
  return { status, actual_completion_date: day ?? (isBefore(today(), start_date) ? null : today()) }
}
