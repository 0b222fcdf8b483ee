import { isOverdue } from '../project.ts'
import type { CalendarProject, CalendarStep } from './calendar-query.ts'

/** A day of a project or a step, as the calendar shows it. */
export type CalendarEntry = {
  /** The id of the project or step. */
  id: string
  kind: 'project' | 'step'
  day: string
  title: string
  /** The client of a project; the project of a step, and who is to do it. */
  about: string
  projectId: string
  isLate: boolean
  /** True for projects that are completed or canceled. */
  isOver: boolean
}

type Dates = { projects: readonly CalendarProject[]; steps: readonly CalendarStep[] }

/** The entries of a calendar, in the order of their days; on a day projects come before steps. */
export function entriesOf({ projects, steps }: Dates, today: string): CalendarEntry[] {
  return [
    ...projects.map((project) => ofProject(project, today)),
    ...steps.map((step) => ofStep(step, today)),
  ].toSorted((one, other) => one.day.localeCompare(other.day))
}

const ofProject = (project: CalendarProject, today: string): CalendarEntry => ({
  id: project.id,
  kind: 'project',
  day: project.target_completion_date ?? '',
  title: project.name,
  about: project.clients?.name ?? '',
  projectId: project.id,
  isLate: isOverdue(project, today),
  isOver: project.status === 'completed' || project.status === 'cancelled',
})

const ofStep = (step: CalendarStep, today: string): CalendarEntry => ({
  id: step.id,
  kind: 'step',
  day: step.due_on ?? '',
  title: step.title,
  about: [step.projects.name, step.assignee?.display_name].filter(Boolean).join(' · '),
  projectId: step.project_id,
  isLate: isOverdue({ status: step.projects.status, target_completion_date: step.due_on }, today),
  isOver: false,
})
