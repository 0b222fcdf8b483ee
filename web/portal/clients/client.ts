import type { Client } from '../../lib/row-types.ts'
import type { Tone } from '../../ui/badge.tsx'

export type { Client } from '../../lib/row-types.ts'

/** A client with the name of the colleague who looks after it, if the reader may see that colleague. */
export type ListedClient = Client & { manager: { display_name: string | null } | null }

export const industries = [
  'Technology',
  'Healthcare',
  'Finance',
  'Retail',
  'Education',
  'Real Estate',
  'Food & Beverage',
  'Manufacturing',
  'Professional Services',
  'Non-Profit',
  'Other',
] as const

export const prospectStatuses = ['prospect', 'active', 'completed', 'paused', 'inactive'] as const
export type ProspectStatus = (typeof prospectStatuses)[number]

export const statusLabels = {
  prospect: 'Prospect',
  active: 'Active',
  completed: 'Completed',
  paused: 'Paused',
  inactive: 'Inactive',
} satisfies Record<ProspectStatus, string>

const statusTones = {
  prospect: 'yellow',
  active: 'green',
  completed: 'blue',
  paused: 'orange',
  inactive: 'grey',
} satisfies Record<ProspectStatus, Tone>

/** The badge of a client's status. A client without one counts as a prospect; an unknown status is shown as stored. */
export function statusBadge(stored: string | null): { status: string; tone: Tone } {
  const status = stored || 'prospect'
  return { status, tone: isKnown(status) ? statusTones[status] : 'grey' }
}

/** The label of a client's stored status. */
export function statusLabelOf(stored: string | null): string {
  const { status } = statusBadge(stored)
  return isKnown(status) ? statusLabels[status] : status
}

const isKnown = (status: string): status is ProspectStatus => prospectStatuses.some((known) => known === status)
