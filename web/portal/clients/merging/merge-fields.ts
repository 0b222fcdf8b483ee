import { formatDay } from '../../../lib/formats.ts'
import type { ListedClient } from '../client.ts'
import { statusLabelOf } from '../client.ts'

/** The fields of a client whose value is chosen in a merge, as the database names them (private.merged_columns). */
const fields = [
  { name: 'name', label: 'Client Name', show: ({ name }: ListedClient) => name },
  { name: 'company_name', label: 'Company Name', show: ({ company_name }: ListedClient) => company_name },
  { name: 'email', label: 'Email', show: ({ email }: ListedClient) => email },
  { name: 'phone', label: 'Phone', show: ({ phone }: ListedClient) => phone },
  { name: 'website_url', label: 'Website', show: ({ website_url }: ListedClient) => website_url },
  { name: 'industry', label: 'Industry', show: ({ industry }: ListedClient) => industry },
  {
    name: 'prospect_status',
    label: 'Status',
    show: ({ prospect_status }: ListedClient) => statusLabelOf(prospect_status),
  },
  {
    name: 'plan',
    label: 'Plan',
    show: ({ plan, plan_since }: ListedClient) =>
      plan && [plan, plan_since && `since ${formatDay(plan_since)}`].filter(Boolean).join(', '),
  },
  {
    name: 'looked_after_by',
    label: 'Looked after by',
    show: ({ looked_after_by, manager }: ListedClient) => looked_after_by && (manager?.display_name ?? 'a colleague'),
  },
  {
    name: 'next_contact_on',
    label: 'Next contact',
    show: ({ next_contact_on, next_contact_note }: ListedClient) =>
      next_contact_on && [formatDay(next_contact_on), next_contact_note].filter(Boolean).join(': '),
  },
  {
    name: 'wants_digest',
    label: 'Weekly mail',
    show: ({ wants_digest }: ListedClient) => (wants_digest ? 'On' : 'Off'),
  },
] as const

export type MergeField = (typeof fields)[number]['name']

/** A field in which two clients differ, with both values; null where a client has none. */
export type Difference = { name: MergeField; label: string; kept: string | null; merged: string | null }

export const differences = (kept: ListedClient, merged: ListedClient): Difference[] =>
  fields
    .map(({ name, label, show }) => ({ name, label, kept: show(kept) || null, merged: show(merged) || null }))
    .filter((field) => field.kept !== field.merged)

/** The value of the kept client stays unless it has none. */
export const isTakenAtFirst = ({ kept }: Pick<Difference, 'kept'>) => kept === null

export const labelOfColumn = (column: string) =>
  fields.find(({ name }) => name === column || (name === 'plan' && column === 'plan_since'))?.label ?? column
