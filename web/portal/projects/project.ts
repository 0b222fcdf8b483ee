import type { Agency, Client, Project, UserProfile } from '../../lib/row-types.ts'
import type { Tone } from '../../ui/badge.tsx'
import { openStatuses } from '../project-status/project-status.ts'

export type { Project } from '../../lib/row-types.ts'

export const projectTypes = [
  'web_development',
  'graphic_design',
  'digital_marketing',
  'ai_automation',
  'consultation',
  'maintenance',
] as const satisfies readonly Project['project_type'][]
export type ProjectType = (typeof projectTypes)[number]

export const priorities = ['low', 'medium', 'high', 'urgent'] as const satisfies readonly Project['priority'][]

export const typeLabels = {
  web_development: 'Web Development',
  graphic_design: 'Graphic Design',
  digital_marketing: 'Digital Marketing',
  ai_automation: 'AI Automation',
  consultation: 'Consultation',
  maintenance: 'Maintenance',
} satisfies Record<Project['project_type'], string>

export const priorityLabels = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  urgent: 'Urgent',
} satisfies Record<Project['priority'], string>

export const priorityTones = {
  low: 'grey',
  medium: 'blue',
  high: 'orange',
  urgent: 'red',
} satisfies Record<Project['priority'], Tone>

type Named = Pick<Agency, 'name'> | null

/** A project as a row of the list, with the names of related rows that the reader may see. */
export type ListedProject = Project & {
  clients: Pick<Client, 'name'> | null
  agencies: Named
  assignee: Pick<UserProfile, 'display_name'> | null
}

/** A project with its client, for its own screen. */
export type ProjectWithClient = Project & {
  clients: (Client & { agencies: Named }) | null
  assignee: Pick<UserProfile, 'display_name' | 'avatar_url'> | null
}

/** How many steps of a project are not done. */
export const openStepsOf = ({ steps, steps_done }: Pick<Project, 'steps' | 'steps_done'>) => steps - steps_done

/** What a toast adds where a project is completed and steps are open; undefined where none are. */
export function stillOpen(openSteps: number): string | undefined {
  if (!(openSteps > 0)) return undefined
  return openSteps === 1 ? '1 step is still open.' : `${openSteps} steps are still open.`
}

/** Compares days; dates without a time sort as text. */
export const isBefore = (day: string | null, start: string | null) => day !== null && start !== null && day < start

/** Whether the target day has passed while the project is neither completed nor canceled, by the reader's own calendar. */
export const isOverdue = (
  { status, target_completion_date: day }: Pick<Project, 'status' | 'target_completion_date'>,
  today: string,
) => day !== null && day < today && openStatuses.some((open) => open === status)

const SHOWN_CHARACTERS = 50

/** The first fifty characters of a description, counted as people do, so that no emoji is cut in half. */
export function truncated(description: string): string {
  const characters = Array.from(graphemes.segment(description), ({ segment }) => segment)
  return characters.length > SHOWN_CHARACTERS ? `${characters.slice(0, SHOWN_CHARACTERS).join('')}…` : description
}

const graphemes = new Intl.Segmenter('en')
