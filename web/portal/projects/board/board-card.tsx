import { useDraggable } from '@dnd-kit/core'
import { ArrowRightLeft } from 'lucide-react'
import { memo } from 'react'
import { Link, useLocation } from 'react-router'
import { today } from '../../../lib/today.ts'
import { BreakableText } from '../../../ui/breakable-text.tsx'
import { Day } from '../../../ui/day.tsx'
import { ChoiceCell } from '../../list/choice-cell.tsx'
import { useMyRoles } from '../../me/me-queries.ts'
import { isSuperAdmin } from '../../me/role.ts'
import { type ProjectStatus, projectStatuses, statusLabels } from '../../project-status/project-status.ts'
import { isOverdue } from '../project.ts'
import { PriorityBadge } from '../project-badges.tsx'
import type { BoardProject } from './board-query.ts'

type BoardCardProps = {
  project: BoardProject
  /** The status to which the project is being moved, until the server has answered. */
  movingTo: ProjectStatus | undefined
  onMove: (project: BoardProject, status: ProjectStatus, isByKeyboard: boolean) => void
}

/**
 * A project on the board. It is dragged as a whole; its link takes the keys. Whenever something is picked up, every card is
 * rendered anew, and its parts are not.
 */
export const BoardCard = memo(function BoardCard({ project, movingTo, onMove }: BoardCardProps) {
  const { id } = project
  const isMoving = movingTo !== undefined
  const { setNodeRef, setActivatorNodeRef, listeners, attributes, isDragging } = useDraggable({
    id,
    disabled: isMoving,
  })
  return (
    <li
      ref={setNodeRef}
      className="board-card"
      data-away={isDragging || isMoving || undefined}
      aria-busy={isMoving}
      {...listeners}
    >
      <CardLink project={project} takeFocus={setActivatorNodeRef} describedBy={attributes['aria-describedby']} />
      <Facts project={project} />
      <Foot project={project} movingTo={movingTo} onMove={onMove} />
    </li>
  )
})

/** The priority, and a select of the status. */
const Foot = memo(function Foot({ project, movingTo, onMove }: BoardCardProps) {
  const isMoving = movingTo !== undefined
  return (
    <div className="mt-1.5 flex min-h-5 items-center justify-between gap-2 text-xs">
      {isMoving ? (
        <span className="font-medium">Moving to {statusLabels[movingTo]}…</span>
      ) : (
        <PriorityBadge priority={project.priority} />
      )}
      <ChoiceCell
        label={`Status of ${project.name}`}
        choices={statusLabels}
        value={movingTo ?? project.status}
        isBusy={isMoving}
        onChoose={(chosen) => {
          const status = projectStatuses.find((known) => known === chosen)
          if (status && !isMoving) onMove(project, status, true)
        }}
      >
        <ArrowRightLeft aria-hidden className="mr-1 size-4 text-ink-soft" />
      </ChoiceCell>
    </div>
  )
})

type CardLinkProps = { project: BoardProject; takeFocus: (link: HTMLElement | null) => void; describedBy: string }

/** The name as a link to the project, which links back to the board. */
const CardLink = memo(function CardLink({ project: { id, name }, takeFocus, describedBy }: CardLinkProps) {
  const { search } = useLocation()
  return (
    <Link
      ref={takeFocus}
      to={`/dashboard/projects/${id}`}
      state={{ list: search }}
      title={name}
      data-thing={id}
      aria-describedby={describedBy}
      // A link has a drag of its own, which would carry its address.
      draggable={false}
      className="line-clamp-3 font-medium text-sm leading-tight underline-offset-2 hover:underline"
    >
      <BreakableText>{name}</BreakableText>
    </Link>
  )
})

const Facts = memo(function Facts({ project }: { project: BoardProject }) {
  const seesEverything = isSuperAdmin(useMyRoles() ?? [])
  const { clients, agencies, assignee, steps, steps_done, target_completion_date: target } = project
  return (
    <div className="mt-1 grid gap-0.5 text-ink-soft text-xs">
      <p className="truncate">{clients?.name}</p>
      {seesEverything && (
        <p className="truncate">{[agencies?.name, assignee?.display_name].filter(Boolean).join(' · ')}</p>
      )}
      {target !== null && (
        <p>
          <Day day={target} />
          {isOverdue(project, today()) && <span className="ml-1.5 font-medium text-danger">Overdue</span>}
        </p>
      )}
      {steps > 0 && (
        <p className="tabular-nums">
          {steps_done} of {steps} steps
        </p>
      )}
    </div>
  )
})

/** What follows the pointer. */
export const CarriedCard = ({ project }: { project: BoardProject }) => (
  <div className="board-card" data-carried>
    <p className="line-clamp-3 font-medium text-sm leading-tight">
      <BreakableText>{project.name}</BreakableText>
    </p>
    <Facts project={project} />
  </div>
)
