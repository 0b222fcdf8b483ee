import type { Project } from '../../lib/row-types.ts'
import type { Tone } from '../../ui/badge.tsx'

export const projectStatuses = [
  'planning',
  'in_progress',
  'review',
  'completed',
  'on_hold',
  'cancelled',
] as const satisfies readonly Project['status'][]
export type ProjectStatus = (typeof projectStatuses)[number]

/** The statuses of projects that are not completed or canceled. */
export const openStatuses = ['planning', 'in_progress', 'review', 'on_hold'] as const satisfies readonly ProjectStatus[]

export const statusLabels = {
  planning: 'Planning',
  in_progress: 'In Progress',
  review: 'Review',
  completed: 'Completed',
  on_hold: 'On Hold',
  cancelled: 'Cancelled',
} satisfies Record<Project['status'], string>

export const statusTones = {
  planning: 'grey',
  in_progress: 'blue',
  review: 'purple',
  completed: 'green',
  on_hold: 'yellow',
  cancelled: 'red',
} satisfies Record<Project['status'], Tone>
