import './board.css'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { type Arrow, DragArea, type Drop } from '../../../ui/drag-area.tsx'
import { ErrorState } from '../../../ui/empty-and-error-states.tsx'
import { useFollowingFocus } from '../../../ui/follow-focus.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ListFrame } from '../../list/list-frame.tsx'
import { type ProjectStatus, projectStatuses, statusLabels } from '../../project-status/project-status.ts'
import { useWritesByRow } from '../../writes/use-write.ts'
import { moveProjects, toStatus } from '../change-projects.ts'
import type { ProjectsShown } from '../project-queries.ts'
import { CarriedCard } from './board-card.tsx'
import { BoardColumn } from './board-column.tsx'
import { type BoardProject, boardQuery, type BoardColumn as Column } from './board-query.ts'

/**
 * The projects of the list in a column for each status (docs/specification/projects.md#board). A card moves once the server
 * has accepted the move.
 */
export default function ProjectBoard({ shown }: { shown: ProjectsShown }) {
  const { data: columns, isError, isPlaceholderData, refetch } = useQuery(boardQuery(shown))
  if (!columns && isError)
    return <ErrorState title="The projects could not be loaded." onRetry={() => void refetch()} />
  if (!columns) return <LoadingBoard />
  return (
    <ListFrame isStale={isPlaceholderData}>
      <Columns columns={columns} onlyStatus={shown.filters.status} />
    </ListFrame>
  )
}

function Columns({ columns, onlyStatus }: { columns: readonly Column[]; onlyStatus: ProjectStatus | '' }) {
  const { write, pending } = useWritesByRow(moveProjects)
  const projects = useMemo(
    () => new Map(columns.flatMap((column) => column.projects.map((project) => [project.id, project]))),
    [columns],
  )

  const follow = useFollowingFocus((id) => projects.get(id)?.status)
  const move = useCallback(
    (project: BoardProject, status: ProjectStatus, isByKeyboard: boolean) => {
      const seen = { updated_at: project.updated_at }
      follow(isByKeyboard ? { id: project.id, place: status } : undefined)
      void write(project.id, [{ ...toStatus(project, status), seen }])
    },
    [write, follow],
  )

  function drop({ id, place, isByKeyboard }: Drop) {
    const project = projects.get(id)
    const status = projectStatuses.find((known) => known === place)
    if (project && status) void move(project, status, isByKeyboard)
  }

  return (
    <DragArea
      instructions="To move this project to another status, press Space, choose a column with the left and right arrow keys, and press Space again. Escape cancels."
      nameOf={(id) => projects.get(id)?.name ?? 'the project'}
      placeName={(place) => statusLabels[statusOf(place)]}
      placeOf={(id) => projects.get(id)?.status ?? ''}
      nextPlace={columnBeside}
      onDrop={drop}
      preview={(id) => {
        const project = projects.get(id)
        return project && <CarriedCard project={project} />
      }}
    >
      <div className="board">
        {columns.map((column) => (
          <BoardColumn
            key={column.status}
            column={column}
            isLeftOut={onlyStatus !== '' && onlyStatus !== column.status}
            moving={pending}
            onMove={move}
          />
        ))}
      </div>
    </DragArea>
  )
}

const statusOf = (place: string) => projectStatuses.find((known) => known === place) ?? 'planning'

function columnBeside(place: string, arrow: Arrow): string | undefined {
  if (arrow !== 'ArrowLeft' && arrow !== 'ArrowRight') return undefined
  return projectStatuses[projectStatuses.indexOf(statusOf(place)) + (arrow === 'ArrowRight' ? 1 : -1)]
}

const LoadingBoard = () => (
  <div className="board" aria-hidden>
    {projectStatuses.map((status) => (
      <div key={status} className="board-column p-3">
        <Skeleton className="h-6 w-1/2 bg-card" />
        <Skeleton className="mt-3 h-20 bg-card" />
      </div>
    ))}
  </div>
)
