import { planNames } from '../../agency.ts'
import { formatDay } from '../../lib/formats.ts'
import { oneLine } from '../../lib/one-line.ts'
import { supabase } from '../../lib/supabase.ts'
import { isRounded } from '../../lib/table-file/spreadsheet-damage.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { z } from '../../lib/zod.ts'
import { dayIn } from '../import/dates.ts'
import { idField } from '../import/id-field.ts'
import type { Field, ImportKind, Match, Reading, Value, Values } from '../import/import-kind.ts'
import { inBatches } from '../import/in-batches.ts'
import { looksLikeDate, looksLikeEmail, looksLikeName, looksLikePhone, looksLikeWebsite } from '../import/looks-like.ts'
import { isOneOf, readAsTyped, readOption } from '../import/read-values.ts'
import { industries, prospectStatuses } from './client.ts'
import { newClientForm } from './client-form.ts'
import { headings, nameParts } from './client-headings.ts'
import { industryWords, statusWords } from './client-words.ts'
import { nextContactFields } from './contact-form.ts'
import { staffNamed, withManagers } from './import-managers.ts'
import { namesIn, peopleFields, peopleToAdd, withPeopleOf, withTheirPeople } from './import-people.ts'

const { name, company_name, email, phone, website_url } = newClientForm.shape

const statuses = prospectStatuses.map((status) => ({
  value: status,
  label: status,
  alsoCalled: statusWords[status] ?? [],
}))
const sectors = industries.map((industry) => ({
  value: industry,
  label: industry,
  alsoCalled: industryWords[industry] ?? [],
}))
const plans = planNames.map((name) => ({ value: name, label: name, alsoCalled: [name.replace(/ AI$/, '')] }))
/**
 * QuickBooks writes "Phone: +1 555 0100" into the cell, and the forms of Facebook write "p:+15550100". An apostrophe marks a
 * number as a text in spreadsheets, and pandas writes a column of numbers with empty cells as decimals.
 */
const bareNumber = (cell: string) =>
  cell
    .replace(/^(?:phone|p|tel|mobile|cell|work|home|main)\.?: */i, '')
    .replace(/^'(?=[+(\d])/, '')
    .replace(/^(\+?\d+)\.0$/, '$1')

function readPhone(cell: string): Reading {
  const number = oneLine(bareNumber(cell), ', ')
  if (!isRounded(number)) return readAsTyped(phone)(number)
  return {
    problem: `A spreadsheet has rounded “${number}”. Format the column as text and export it again.`,
  }
}

const date = { isDate: true, looksLike: looksLikeDate, read: dayIn } as const

const isAfter = ['person', 'contact', 'lead', 'customer', 'client', 'prospect', 'organization', 'company']

const fields: readonly Field[] = [
  {
    name: 'email',
    label: 'Email',
    isRequired: true,
    alsoCalled: headings.email,
    isAfter,
    looksLike: looksLikeEmail,
    isKnownByContent: true,
    read: readAsTyped(email),
  },
  {
    name: 'company_name',
    label: 'Company Name',
    isCompany: true,
    alsoCalled: headings.company_name,
    isAfter: ['person', 'contact', 'lead', 'address'],
    looksLike: looksLikeName,
    read: (cell) => readAsTyped(company_name)(oneLine(cell)),
  },
  {
    name: 'phone',
    label: 'Phone',
    alsoCalled: headings.phone,
    isAfter,
    looksLike: (cell) => looksLikePhone(bareNumber(cell)),
    isTelling: true,
    read: readPhone,
  },
  {
    name: 'website_url',
    label: 'Website URL',
    alsoCalled: headings.website_url,
    isAfter,
    needsContent: ['url', 'link'],
    looksLike: looksLikeWebsite,
    isKnownByContent: true,
    read: readAsTyped(website_url),
  },
  {
    name: 'industry',
    label: 'Industry',
    alsoCalled: headings.industry,
    isAfter,
    needsContent: ['branch', 'category'],
    options: sectors,
    looksLike: isOneOf(sectors),
    read: readOption(sectors),
  },
  {
    name: 'prospect_status',
    label: 'Status',
    alsoCalled: headings.prospect_status,
    isAfter,
    needsContent: ['state', 'stage', 'type', 'contact type', 'relationship', 'lead status', 'contact status'],
    options: statuses,
    looksLike: isOneOf(statuses),
    read: readOption(statuses),
  },
  {
    name: 'plan',
    label: 'Plan',
    alsoCalled: headings.plan,
    isAfter,
    needsContent: headings.plan,
    options: plans,
    looksLike: isOneOf(plans),
    read: readOption(plans),
  },
  { ...date, name: 'plan_since', label: 'Plan Since', alsoCalled: headings.plan_since, isAfter },
  {
    name: 'looked_after_by',
    label: 'Looked after by',
    alsoCalled: headings.looked_after_by,
    looksLike: looksLikeName,
    // The database knows people by their id, which takes the place of the name (import-managers.ts).
    read: (cell) => ({ value: cell }),
  },
  { ...date, name: 'next_contact_on', label: 'Next contact', alsoCalled: headings.next_contact_on },
  {
    name: 'next_contact_note',
    label: 'Next contact note',
    isProse: true,
    alsoCalled: headings.next_contact_note,
    read: readAsTyped(nextContactFields.next_contact_note),
  },
  ...peopleFields,
  {
    name: 'name',
    label: 'Client Name',
    isRequired: true,
    isProse: true,
    isJoined: true,
    elseAs: 'company_name',
    parts: nameParts,
    alsoCalled: headings.name,
    isAfter: ['person', 'contact', 'lead', 'customer', 'client', 'prospect'],
    looksLike: looksLikeName,
    read: (cell) => readAsTyped(name)(oneLine(cell)),
  },
  idField,
]

export const clientImport: ImportKind = {
  name: 'clients',
  one: 'client',
  fields,
  defaults: { prospect_status: 'prospect' },
  check: ({ next_contact_on = null, next_contact_note = null }) =>
    next_contact_on === null && next_contact_note !== null
      ? [{ column: 'Next contact note', sentence: 'Enter a day for the next contact too.' }]
      : [],
  titleOf: ({ name, company_name, email }) => String(name ?? company_name ?? email ?? 'No name'),
  keysOf: ({ id, email }) => [...(id ? [String(id)] : []), `email ${String(email).toLowerCase()}`],
  match: (agencyId, rows, signal) =>
    inBatches(rows, async (part) => {
      const given = part.map(({ id, name, company_name, email, phone, website_url }) => ({
        name: name ?? null,
        company_name: company_name ?? null,
        email: email ?? null,
        phone: phone ?? null,
        website_url: website_url ?? null,
        ...(id && { id }),
      }))
      const client = await supabase()
      const found = unwrap(await client.rpc('match_clients', { agency: agencyId, given }).abortSignal(signal))
      const matches = await withTheirPeople(part, z.array(matched).parse(found), signal)
      return withManagers(part, matches, await staffNamed(part, agencyId, signal))
    }),
  format: formatValue,
  joinedWith: withPeopleOf,
  columnsToStore: ({ id: _id, people, ...values }, existing) => ({
    ...{ ...values, ...(people !== undefined && { people: peopleToAdd(people, existing?.people) }) },
  }),
}

function formatValue(field: string, value: Value): string {
  if (value === null) return '–'
  if (field === 'looked_after_by') return 'a colleague'
  if (field === 'people') return namesIn(String(value))
  return field === 'next_contact_on' || field === 'plan_since' ? formatDay(String(value)) : String(value)
}

const reasons = {
  id: 'the same id',
  email: 'the same email address',
  name: 'the same name and company',
  person: 'the same email address',
  phone: 'the same phone number',
  website: 'the same website',
}

/** The shape of the database's answer for each row. A client without a status counts as a prospect. */
const matched = z
  .object({
    place: z.number(),
    recognised_by: z.enum(['id', 'email', 'name', 'person', 'phone', 'website']),
    found: z.looseObject({
      id: z.string(),
      updated_at: z.string(),
      name: z.string(),
      email: z.string(),
      company_name: z.string().nullable(),
      phone: z.string().nullable(),
      website_url: z.string().nullable(),
      industry: z.string().nullable(),
      prospect_status: z.string().nullable(),
      plan: z.string().nullable(),
      plan_since: z.string().nullable(),
      looked_after_by: z.string().nullable(),
      next_contact_on: z.string().nullable(),
      next_contact_note: z.string().nullable(),
      main_person_role: z.string().nullable(),
      main_person_note: z.string().nullable(),
    }),
  })
  .transform(({ place, recognised_by, found }): Match => {
    const { id, updated_at, name, email, company_name, phone, website_url, industry } = found
    const prospect_status = found.prospect_status ?? 'prospect'
    const { plan, plan_since, looked_after_by, next_contact_on, next_contact_note } = found
    const { main_person_role, main_person_note } = found
    const values: Values = {
      ...{ name, email, company_name, phone, website_url, industry, prospect_status, plan, plan_since },
      ...{ looked_after_by, next_contact_on, next_contact_note, main_person_role, main_person_note },
    }
    const match = { place: place - 1, recognisedBy: reasons[recognised_by], found: { id, updated_at, values } }
    if (recognised_by === 'id' || recognised_by === 'email') return match
    return { ...match, resembles: recognised_by === 'name' ? 'name' : 'contact' }
  })
