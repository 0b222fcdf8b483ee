import { useWritesByRow } from '../../writes/use-write.ts'
import { moveProjects } from '../change-projects.ts'
import type { CalendarEntry } from './calendar-entry.ts'
import type { CalendarProject, CalendarStep } from './calendar-query.ts'
import { moveSteps } from './move-steps.ts'

type Dates = { projects: { rows: readonly CalendarProject[] }; steps: { rows: readonly CalendarStep[] } }

export type Moves = {
  /** Gives an entry another day; null takes the day away. */
  move: (entry: CalendarEntry, day: string | null) => void
  /** Whether the server has not yet answered the move of this entry. */
  isMoving: (entry: CalendarEntry) => boolean
}

/** Moves projects and steps to other days. What a colleague has changed meanwhile is not moved. */
export function useMoves(dates: Dates | undefined): Moves {
  const projects = useWritesByRow(moveProjects)
  const steps = useWritesByRow(moveSteps)

  function move({ kind, id }: CalendarEntry, day: string | null) {
    const project = kind === 'project' && dates?.projects.rows.find((row) => row.id === id)
    const step = kind === 'step' && dates?.steps.rows.find((row) => row.id === id)
    if (project) {
      const { name, target_completion_date, updated_at } = project
      const days = { from: { target_completion_date }, to: { target_completion_date: day } }
      void projects.write(id, [{ id, name, ...days, seen: { updated_at } }])
    }
    if (step) {
      const { title, due_on } = step
      void steps.write(id, [{ id, name: title, from: { due_on }, to: { due_on: day } }])
    }
  }

  return { move, isMoving: ({ id }) => projects.pending.has(id) || steps.pending.has(id) }
}
