import { formatDay, formatDollars } from '../../lib/formats.ts'
import { oneLine } from '../../lib/one-line.ts'
import { supabase } from '../../lib/supabase.ts'
import { parseAmount } from '../../lib/typed-amount.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { z } from '../../lib/zod.ts'
import { dayIn } from '../import/dates.ts'
import { idField } from '../import/id-field.ts'
import type { Field, ImportKind, Match, Value, Values } from '../import/import-kind.ts'
import { inBatches } from '../import/in-batches.ts'
import { looksLikeDate, looksLikeEmail, looksLikeName, looksLikeWebsite } from '../import/looks-like.ts'
import { isOneOf, readAsTyped, readOption, shortened } from '../import/read-values.ts'
import { projectStatuses, statusLabels } from '../project-status/project-status.ts'
import { certainAmount, typedBudget } from './budget.ts'
import { isBefore, priorities, priorityLabels, projectTypes, typeLabels } from './project.ts'
import { projectForm } from './project-form.ts'
import { headings, priorityWords, statusWords, typeWords } from './project-headings.ts'

const { name, description, requirements } = projectForm.shape

const types = projectTypes.map((type) => ({
  ...{ value: type, label: typeLabels[type], alsoCalled: typeWords[type] ?? [] },
}))
const statuses = projectStatuses.map((status) => ({
  ...{ value: status, label: statusLabels[status], alsoCalled: statusWords[status] ?? [] },
}))
const levels = priorities.map((priority) => ({
  ...{ value: priority, label: priorityLabels[priority], alsoCalled: priorityWords[priority] ?? [] },
}))
const isAfter = ['project', 'deal', 'opportunity', 'task', 'job', 'card', 'issue', 'item']
const date = { isDate: true, isAfter, looksLike: looksLikeDate, isTelling: true, read: dayIn } as const

const fields: readonly Field[] = [
  {
    name: 'client',
    label: 'Client',
    isRequired: true,
    alsoCalled: headings.client,
    isAfter,
    looksLike: (cell) => looksLikeName(cell) || looksLikeEmail(cell),
    read: (cell) =>
      cell === ''
        ? { problem: 'Enter the name or the email address of a client.' }
        : { value: withoutLink(oneLine(cell)) },
  },
  {
    name: 'project_type',
    label: 'Project Type',
    alsoCalled: headings.project_type,
    isAfter,
    needsContent: ['type', 'kind', 'category', 'art', 'typ', 'deal type', 'task type', 'issue type'],
    options: types,
    looksLike: isOneOf(types),
    read: readOption(types),
  },
  {
    name: 'status',
    label: 'Status',
    alsoCalled: headings.status,
    isAfter,
    needsContent: [
      'stage',
      'state',
      'list',
      'list name',
      'column',
      'phase',
      'progress',
      'section column',
      'deal stage',
    ],
    options: statuses,
    looksLike: isOneOf(statuses),
    read: readOption(statuses),
  },
  {
    name: 'priority',
    label: 'Priority',
    alsoCalled: headings.priority,
    isAfter,
    options: levels,
    looksLike: isOneOf(levels),
    read: readOption(levels),
  },
  { ...date, name: 'start_date', label: 'Start Date', alsoCalled: headings.start_date },
  {
    ...date,
    name: 'target_completion_date',
    label: 'Target Completion Date',
    alsoCalled: headings.target_completion_date,
  },
  {
    ...date,
    name: 'actual_completion_date',
    label: 'Actual Completion Date',
    alsoCalled: headings.actual_completion_date,
    needsContent: ['completed', 'done', 'finished', 'resolved'],
  },
  {
    name: 'budget',
    label: 'Budget',
    isAmount: true,
    alsoCalled: headings.budget,
    isAfter,
    looksLike: (cell) => parseAmount(cell) !== 'unreadable',
    isTelling: true,
    read: (cell, { decimalMark }) => readAsTyped(typedBudget)(certainAmount(cell, decimalMark)),
  },
  {
    name: 'description',
    label: 'Description',
    isProse: true,
    alsoCalled: headings.description,
    isAfter,
    read: readAsTyped(description),
  },
  {
    name: 'requirements',
    label: 'Requirements',
    isProse: true,
    alsoCalled: headings.requirements,
    isAfter,
    read: readAsTyped(requirements),
  },
  {
    name: 'name',
    label: 'Project Name',
    isRequired: true,
    isProse: true,
    alsoCalled: headings.name,
    isAfter,
    looksLike: (cell) => /\p{L}/u.test(cell) && !looksLikeEmail(cell) && !looksLikeWebsite(cell),
    read: (cell) => readAsTyped(name)(oneLine(cell)),
  },
  idField,
]

/** Removes the address of a page that Notion appends to its title. */
const withoutLink = (cell: string) => cell.replace(/ \(https:\/\/(?:www\.)?notion\.so\/[^)]*\)$/, '')

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
        sentence: 'The target date is before the start date.',
      },
      {
        column: 'Actual Completion Date',
        day: actual_completion_date,
        sentence: 'The completion date is before the start date.',
      },
    ].filter(({ day }) => isBefore(dayOf(day), dayOf(start_date))),
  titleOf: ({ name }) => String(name ?? 'No name'),
  keysOf: ({ id, client_id, name }) => [
    ...(id ? [String(id)] : []),
    `${client_id} ${String(name).normalize().toLowerCase()}`,
  ],
  match: (agencyId, rows, signal) =>
    inBatches(rows, async (part) => {
      const given = part.map(({ id, client, name }) => ({
        client: client ?? null,
        name: name ?? null,
        ...(id && { id }),
      }))
      const asking = (await supabase()).rpc('match_projects', { agency: agencyId, given })
      const found = z.array(matched).parse(unwrap(await asking.abortSignal(signal)))
      return found.map((row) => matchOf(row, String(part[row.place - 1]?.client)))
    }),
  format: formatValue,
  columnsToStore: ({ id: _id, client: _client, ...values }) => ({ ...values }),
}

const dayOf = (value: Value | undefined) => (typeof value === 'string' ? value : null)

function formatValue(field: string, value: Value): string {
  if (value === null) return '–'
  if (field === 'client_id') return 'another client'
  if (typeof value === 'number') return formatDollars(value)
  if (field.endsWith('_date')) return formatDay(value)
  return [...types, ...statuses, ...levels].find((option) => option.value === value)?.label ?? value
}

/** The shape of the database's answer for each row. */
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
