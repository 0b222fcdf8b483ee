import { formatDay } from '../../lib/formats.ts'
import { today } from '../../lib/today.ts'
import { changeRows, type RowChange } from '../list/change-rows.ts'
import { listToasts, unlessChanged } from '../list/list-toasts.ts'
import { statusLabels } from '../project-status/project-status.ts'
import type { Undoable } from '../writes/undoable.ts'
import type { Write } from '../writes/use-write.ts'
import { isBefore, openStepsOf, type Project, stillOpen } from './project.ts'
import { projectToasts } from './project-toasts.ts'

/** The columns of a project that can be changed in the list. */
export type ProjectChange = Partial<
  Pick<Project, 'status' | 'priority' | 'target_completion_date' | 'actual_completion_date' | 'assigned_to'>
>

/** Changes of projects; `openSteps` is how many steps are still open in one that is completed. */
export type ProjectChanges = readonly (RowChange<ProjectChange> & { openSteps?: number })[]

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

const listed = {
  table: 'projects',
  undo: { succeeded: listToasts.changeUndone, failed: listToasts.notUndone, refresh: ['projects'] },
} as const

const mutationFn = (projects: ProjectChanges) =>
  changeRows(projects, {
    ...listed,
    say: ({ status }) => status && statusLabels[status],
    note: openStepsNote(projects),
  })

export const changeProjects: Write<ProjectChanges, Undoable> = {
  scope,
  mutationFn,
  meta: { succeeded: projectToasts.updated, failed: unlessChanged(projectToasts.updateFailed), refresh: ['projects'] },
}

export const assignProjects: Write<ProjectChanges, Undoable> = {
  scope,
  mutationFn,
  meta: {
    succeeded: projectToasts.assigned,
    failed: unlessChanged(projectToasts.assignmentFailed),
    refresh: ['projects'],
  },
}

/** Moves projects on the board or in the calendar, where a refusal tells its reason. */
export const moveProjects: Write<ProjectChanges, Undoable> = {
  scope,
  mutationFn: (projects) =>
    changeRows(projects, {
      ...listed,
      note: openStepsNote(projects),
      say: ({ status, target_completion_date: day }) => (status ? statusLabels[status] : day && formatDay(day)),
    }),
  meta: { succeeded: projectToasts.updated, failed: projectToasts.notMoved, refresh: ['projects'] },
}

const openStepsNote = (projects: ProjectChanges) =>
  stillOpen(projects.reduce((sum, { openSteps = 0 }) => sum + openSteps, 0))

/** The change of a project to another status, and its reverse. */
export const toStatus = (project: Pick<Project, 'id' | 'name'> & CompletionFields, status: Project['status']) => {
  const { id, name, actual_completion_date } = project
  const openSteps = status === 'completed' ? openStepsOf(project) : 0
  return {
    ...{ id, name, from: { status: project.status, actual_completion_date }, to: statusChange(project, status) },
    ...(openSteps > 0 && { openSteps }),
  }
}

type CompletionFields = Pick<Project, 'status' | 'start_date' | 'actual_completion_date' | 'steps' | 'steps_done'>

/** Completing a project sets its completion day to today, and reopening it clears the day, as in the form. */
function statusChange(project: CompletionFields, status: Project['status']): ProjectChange {
  if (status !== 'completed') return { status, actual_completion_date: null }
  const { actual_completion_date: day, start_date } = project
  return { status, actual_completion_date: day ?? (isBefore(today(), start_date) ? null : today()) }
}
