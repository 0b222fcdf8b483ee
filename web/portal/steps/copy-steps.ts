import type { Database } from '../../lib/database.types.ts'
import { addDays } from '../../lib/today.ts'
import type { Step } from './step.ts'

/** A step that is added; its project is known once that is stored. */
export type NewStep = Omit<Database['public']['Tables']['project_steps']['Insert'], 'project_id'>

/** The columns of a step that a copy takes over, and those by which repetitions are found. */
export type CopiedStep = Pick<Step, 'id' | 'title' | 'due_on' | 'assigned_to' | 'position' | 'repeats' | 'repeats_step'>

type CopyOptions = {
  /** The first day of the copied project; null where it has none, and its earliest step counts. */
  from: string | null
  /** The first day of the new project. */
  to: string
  /** The ids of the people who can be given steps: nobody who has left. */
  staff: readonly string[]
}

/**
 * Copies steps into a project that begins on another day: each keeps its distance from the beginning, none is done. A step
 * that repeats is copied once, as the first of its repetitions, and repeats from there.
 */
export function copySteps(steps: readonly CopiedStep[], { from, to, staff }: CopyOptions): NewStep[] {
  const days = steps.flatMap(({ due_on }) => due_on ?? []).sort()
  const shift = daysBetween(from ?? days[0] ?? to, to)
  const copied = new Set(steps.map(({ id }) => id))
  return steps
    .filter(({ repeats_step }) => repeats_step === null || !copied.has(repeats_step))
    .map(({ title, due_on, assigned_to, position, repeats }) => ({
      title,
      due_on: due_on && addDays(due_on, shift),
      assigned_to: assigned_to !== null && staff.includes(assigned_to) ? assigned_to : null,
      position,
      repeats,
    }))
}

/** The number of days from one date to another, whatever clocks do between them. */
export const daysBetween = (from: string, to: string) =>
  (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / (24 * 3600_000)
