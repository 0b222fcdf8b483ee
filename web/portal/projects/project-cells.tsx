import { today } from '../../lib/today.ts'
import { Day } from '../../ui/day.tsx'
import { ChoiceCell } from '../list/choice-cell.tsx'
import { DayCell } from '../list/day-cell.tsx'
import { projectStatuses, statusLabels } from '../project-status/project-status.ts'
import { StatusBadge } from '../project-status/status-badge.tsx'
import { useQueuedWrite } from '../writes/use-write.ts'
import { changeProjects, toStatus } from './change-projects.ts'
import { isOverdue, type ListedProject, priorities, priorityLabels } from './project.ts'
import { PriorityBadge } from './project-badges.tsx'

type CellProps = { project: ListedProject }

/**
 * A select that changes a project's status within the list. The choice is shown at once and reverts when saving fails.
 */
export function StatusCell({ project }: CellProps) {
  const { write, latest, isBusy } = useQueuedWrite(changeProjects)
  const shown = { ...project, ...latest?.[0]?.to }
  const { status } = shown
  return (
    <ChoiceCell
      label={`Status of ${project.name}`}
      choices={statusLabels}
      value={status}
      isBusy={isBusy}
      onChoose={(chosen) => {
        const next = projectStatuses.find((known) => known === chosen)
        if (next) write([toStatus(shown, next)])
      }}
    >
      <StatusBadge status={status} />
    </ChoiceCell>
  )
}

export function PriorityCell({ project: { id, name, ...project } }: CellProps) {
  const { write, latest, isBusy } = useQueuedWrite(changeProjects)
  const priority = latest?.[0]?.to.priority ?? project.priority
  return (
    <ChoiceCell
      label={`Priority of ${name}`}
      choices={priorityLabels}
      value={priority}
      isBusy={isBusy}
      onChoose={(chosen) => {
        const next = priorities.find((known) => known === chosen)
        if (next) write([{ id, name, from: { priority }, to: { priority: next } }])
      }}
    >
      <PriorityBadge priority={priority} />
    </ChoiceCell>
  )
}

export function TargetDateCell({ project }: CellProps) {
  const { write, latest } = useQueuedWrite(changeProjects)
  const { id, name, target_completion_date: stored } = project
  const next = latest?.[0]?.to.target_completion_date
  const day = next === undefined ? stored : next
  return (
    <DayCell
      label={`Target date of ${name}`}
      value={day}
      onChange={(target_completion_date) =>
        write([{ id, name, from: { target_completion_date: day }, to: { target_completion_date } }])
      }
    >
      {day === null ? (
        <span className="text-ink-soft unfolded:text-sm">Not set</span>
      ) : (
        <span className="block unfolded:text-sm unfolded:leading-tight">
          <Day day={day} />
          {isOverdue(project, today()) && <span className="block font-medium text-danger text-xs">Overdue</span>}
        </span>
      )}
    </DayCell>
  )
}
