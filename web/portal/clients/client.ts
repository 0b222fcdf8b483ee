import { z } from 'zod'
import { emailField, optionalText, optionalWebAddress } from '../../lib/form-fields.ts'
import type { Tone } from '../../ui/badge.tsx'

export type { Client } from '../../lib/rows.ts'

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

/** A client without a status counts as a prospect. A status nobody knows shows as it is stored. */
export function statusBadge(stored: string | null): { status: string; tone: Tone } {
  const status = stored || 'prospect'
  return { status, tone: isKnown(status) ? statusTones[status] : 'grey' }
}

/** What a stored status is called. */
export function statusLabelOf(stored: string | null): string {
  const { status } = statusBadge(stored)
  return isKnown(status) ? statusLabels[status] : status
}

const isKnown = (status: string): status is ProspectStatus => prospectStatuses.some((known) => known === status)

/** What a person types about a new client; the limits are those of the table. */
export const newClientForm = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(200, 'At most 200 characters.'),
  company_name: optionalText(200),
  email: emailField,
  phone: optionalText(50),
  website_url: optionalWebAddress,
})

/** With the agency that it will belong to, which is the super admins' to say. */
export const addedClientForm = newClientForm.extend({ agencyId: z.string() })

/** What can be changed of a client later. A stored industry or status that is in no list may stay. */
export const editClientForm = newClientForm.extend({ industry: optionalText(200), prospect_status: z.string() })

export type NewClient = z.output<typeof addedClientForm>
export type ClientChanges = z.output<typeof editClientForm>
