import { useDroppable } from '@dnd-kit/core'
import { formatCount } from '../../../lib/formats.ts'
import { type ProjectStatus, statusLabels } from '../../project-status/project-status.ts'
import { StatusBadge } from '../../project-status/status-badge.tsx'
import type { ProjectChanges } from '../change-projects.ts'
import { BoardCard } from './board-card.tsx'
import type { BoardProject, BoardColumn as Column } from './board-query.ts'

type BoardColumnProps = {
  column: Column
  /** True where the filter shows another status only. Projects can be moved here all the same. */
  isLeftOut: boolean
  /** The moves that the server has not answered yet, by project. */
  moving: ReadonlyMap<string, ProjectChanges>
  onMove: (project: BoardProject, status: ProjectStatus, isByKeyboard: boolean) => void
}

export function BoardColumn({ column: { status, projects, count }, isLeftOut, moving, onMove }: BoardColumnProps) {
  const { setNodeRef, isOver } = useDroppable({ id: status })
  return (
    <section
      ref={setNodeRef}
      className="board-column"
      aria-label={statusLabels[status]}
      data-over={isOver || undefined}
    >
      <h3 className="flex items-center justify-between gap-2 px-3 py-2 text-sm">
        <StatusBadge status={status} />
        <span className="text-ink-soft tabular-nums">
          {isLeftOut ? 'Filtered out' : formatCount(count)}
          {!isLeftOut && <span className="sr-only">{count === 1 ? ' project' : ' projects'}</span>}
        </span>
      </h3>
      <ul>
        {projects.map((project) => (
          <BoardCard
            key={project.id}
            project={project}
            movingTo={moving.get(project.id)?.[0]?.to.status}
            onMove={onMove}
          />
        ))}
      </ul>
      {count > projects.length && (
        <p className="border-line border-t px-3 py-2 text-ink-soft text-xs">
          The first {formatCount(projects.length)} are shown. Search or filter to see the others.
        </p>
      )}
    </section>
  )
}
