import { formatDay, formatDollars } from '../../lib/formats.ts'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { z } from '../../lib/zod.ts'
import { idField } from '../import/id-field.ts'
import type { Field, ImportKind, Match, Value, Values } from '../import/import-kind.ts'
import { inParts } from '../import/in-parts.ts'
import { amountIn, asOneOf, asTyped, dayIn, shortened } from '../import/read-values.ts'
import {
  isBefore,
  priorities,
  priorityLabels,
  projectStatuses,
  projectTypes,
  statusLabels,
  typeLabels,
} from './project.ts'
import { projectForm } from './project-form.ts'

const { name, description, requirements, budget } = projectForm.shape

const types = projectTypes.map((type) => ({ value: type, label: typeLabels[type] }))
const statuses = projectStatuses.map((status) => ({ value: status, label: statusLabels[status] }))
const levels = priorities.map((priority) => ({ value: priority, label: priorityLabels[priority] }))

const fields: readonly Field[] = [
  {
    name: 'client',
    label: 'Client',
    isRequired: true,
    alsoCalled: ['client name', 'client email', 'customer', 'customer name', 'company', 'account', 'for'],
    read: (cell) => (cell === '' ? { problem: 'Enter the name or the email address of a client.' } : { value: cell }),
  },
  {
    name: 'project_type',
    label: 'Project Type',
    alsoCalled: ['type', 'service', 'kind', 'category'],
    read: asOneOf(types, 'type'),
  },
  {
    name: 'status',
    label: 'Status',
    alsoCalled: ['state', 'stage', 'project status'],
    read: asOneOf(statuses, 'status'),
  },
  { name: 'priority', label: 'Priority', alsoCalled: ['importance', 'urgency'], read: asOneOf(levels, 'priority') },
  {
    name: 'start_date',
    label: 'Start Date',
    isDate: true,
    alsoCalled: ['start', 'started', 'begin', 'begins', 'from'],
    read: dayIn,
  },
  {
    name: 'target_completion_date',
    label: 'Target Completion Date',
    isDate: true,
    alsoCalled: ['target date', 'target', 'due', 'due date', 'deadline', 'end date', 'end'],
    read: dayIn,
  },
  {
    name: 'actual_completion_date',
    label: 'Actual Completion Date',
    isDate: true,
    alsoCalled: ['completed', 'completed on', 'completion date', 'finished', 'done'],
    read: dayIn,
  },
  {
    name: 'budget',
    label: 'Budget',
    alsoCalled: ['amount', 'price', 'value', 'cost', 'budget usd'],
    read(cell) {
      const read = amountIn(cell)
      return 'problem' in read ? read : asTyped(budget)(read.amount)
    },
  },
  {
    name: 'description',
    label: 'Description',
    alsoCalled: ['details', 'summary', 'notes'],
    read: asTyped(description),
  },
  { name: 'requirements', label: 'Requirements', alsoCalled: ['scope', 'brief'], read: asTyped(requirements) },
  {
    name: 'name',
    label: 'Project Name',
    isRequired: true,
    alsoCalled: ['project', 'name', 'title', 'project title', 'subject'],
    read: asTyped(name),
  },
  idField,
]

export const projectImport: ImportKind = {
  name: 'projects',
  one: 'project',
  fields,
  defaults: { status: 'planning', priority: 'medium' },
  fallback: { field: 'project_type', label: 'Project Type', options: types },
  check: ({ start_date, target_completion_date, actual_completion_date }) =>
    [
      {
        column: 'Target Completion Date',
        day: target_completion_date,
        sentence: 'The target date lies before the start date.',
      },
      {
        column: 'Actual Completion Date',
        day: actual_completion_date,
        sentence: 'The completion date lies before the start date.',
      },
    ].filter(({ day }) => isBefore(dayOf(day), dayOf(start_date))),
  titleOf: ({ name }) => String(name ?? 'No name'),
  keysOf: ({ id, client_id, name }) => [...(id ? [String(id)] : []), `${client_id} ${String(name).toLowerCase()}`],
  match: (agencyId, rows, signal) =>
    inParts(rows, async (part) => {
      const given = part.map(({ id, client, name }) => ({
        client: client ?? null,
        name: name ?? null,
        ...(id && { id }),
      }))
      const asking = (await supabase()).rpc('match_projects', { agency: agencyId, given })
      const found = z.array(matched).parse(unwrap(await asking.abortSignal(signal)))
      return found.map((row) => matchOf(row, String(part[row.place - 1]?.client)))
    }),
  told,
  sent: ({ id: _id, client: _client, ...values }) => ({ ...values }),
}

const dayOf = (value: Value | undefined) => (typeof value === 'string' ? value : null)

function told(field: string, value: Value): string {
  if (value === null) return '–'
  if (field === 'client_id') return 'another client'
  if (typeof value === 'number') return formatDollars(value)
  if (field.endsWith('_date')) return formatDay(value)
  return [...types, ...statuses, ...levels].find((option) => option.value === value)?.label ?? value
}

/** What the database says of a row. */
const matched = z.object({
  place: z.number(),
  client_id: z.string().nullable(),
  clients_named: z.number(),
  found: z
    .looseObject({
      ...{ id: z.string(), updated_at: z.string(), client_id: z.string(), name: z.string(), project_type: z.string() },
      ...{
        status: z.string(),
        priority: z.string(),
        budget: z.number().nullable(),
        description: z.string().nullable(),
      },
      ...{ start_date: z.string().nullable(), target_completion_date: z.string().nullable() },
      ...{ actual_completion_date: z.string().nullable(), requirements: z.string().nullable() },
    })
    .nullable(),
})

function matchOf({ place, client_id, clients_named, found }: z.output<typeof matched>, client: string): Match {
  const about = { place: place - 1, recognisedBy: 'the same client and name', found: undefined }
  const named = `“${shortened(client)}”`
  if (client_id === null) {
    return {
      ...about,
      problem: { column: 'Client', sentence: `There is no client ${named}. Add or import the client first.` },
    }
  }
  if (clients_named > 1) {
    return {
      ...about,
      problem: {
        column: 'Client',
        sentence: `${clients_named} clients are called ${named}. Write the email address instead.`,
      },
    }
  }
  const values: Values = { client_id }
  if (!found) return { ...about, values }
  const { id, updated_at, status, priority, budget, description, requirements } = found
  const { start_date, target_completion_date, actual_completion_date } = found
  const before: Values = {
    ...{ client_id: found.client_id, name: found.name, project_type: found.project_type, status, priority },
    ...{ budget, description, requirements, start_date, target_completion_date, actual_completion_date },
  }
  return { ...about, values, found: { id, updated_at, values: before } }
}
