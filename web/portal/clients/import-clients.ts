import { readEmailAddress } from '../../lib/email-address.ts'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { webLink } from '../../lib/web-link.ts'
import { z } from '../../lib/zod.ts'
import { idField } from '../import/id-field.ts'
import type { Field, ImportKind, Match, Value, Values } from '../import/import-kind.ts'
import { inParts } from '../import/in-parts.ts'
import { asOneOf, asTyped } from '../import/read-values.ts'
import { industries, prospectStatuses } from './client.ts'
import { newClientForm } from './client-form.ts'

const { name, company_name, email, phone, website_url } = newClientForm.shape

const fields: readonly Field[] = [
  {
    name: 'email',
    label: 'Email',
    isRequired: true,
    alsoCalled: ['e mail', 'mail', 'email address', 'e mail address', 'mail address'],
    looksLike: (cell) => readEmailAddress(cell).address !== undefined,
    read: asTyped(email),
  },
  {
    name: 'company_name',
    label: 'Company Name',
    alsoCalled: ['company', 'organization', 'organisation', 'business', 'business name', 'firm', 'account name'],
    read: asTyped(company_name),
  },
  {
    name: 'phone',
    label: 'Phone',
    alsoCalled: ['telephone', 'tel', 'phone number', 'mobile', 'mobile phone', 'cell', 'cell phone'],
    read: asTyped(phone),
  },
  {
    name: 'website_url',
    label: 'Website URL',
    alsoCalled: ['website', 'web site', 'url', 'web', 'homepage', 'site', 'web address', 'domain'],
    looksLike: (cell) => webLink(cell) !== undefined,
    read: asTyped(website_url),
  },
  {
    name: 'industry',
    label: 'Industry',
    alsoCalled: ['sector', 'branch', 'category'],
    read: asOneOf(
      industries.map((industry) => ({ value: industry, label: industry })),
      'industry',
    ),
  },
  {
    name: 'prospect_status',
    label: 'Status',
    alsoCalled: ['state', 'stage', 'client status', 'prospect status'],
    read: asOneOf(
      prospectStatuses.map((status) => ({ value: status, label: status })),
      'status',
    ),
  },
  {
    name: 'name',
    label: 'Client Name',
    isRequired: true,
    isJoined: true,
    alsoCalled: [
      'name',
      'client',
      'customer',
      'customer name',
      'contact',
      'contact name',
      'contact person',
      'full name',
      'first name',
      'last name',
      'given name',
      'surname',
      'family name',
    ],
    read: asTyped(name),
  },
  idField,
]

export const clientImport: ImportKind = {
  name: 'clients',
  one: 'client',
  fields,
  defaults: { prospect_status: 'prospect' },
  check: () => [],
  titleOf: ({ name, company_name, email }) => String(name ?? company_name ?? email ?? 'No name'),
  keysOf: ({ id, name, company_name, email }) => [
    ...(id ? [String(id)] : []),
    `email ${String(email).toLowerCase()}`,
    `name ${String(name).toLowerCase()}\n${String(company_name ?? '').toLowerCase()}`,
  ],
  match: (agencyId, rows, signal) =>
    inParts(rows, async (part) => {
      const given = part.map(({ id, name, company_name, email }) => ({
        ...{ name: name ?? null, company_name: company_name ?? null, email: email ?? null },
        ...(id && { id }),
      }))
      const client = await supabase()
      const found = unwrap(await client.rpc('match_clients', { agency: agencyId, given }).abortSignal(signal))
      return z.array(matched).parse(found)
    }),
  told: (_field, value) => toldOf(value),
  sent: ({ id: _id, ...values }) => ({ ...values }),
}

const toldOf = (value: Value) => (value === null ? '–' : String(value))

const reasons = {
  id: 'the same id',
  email: 'the same email address',
  name: 'the same name and company',
}

/** What the database says of a row. Without a status a client counts as a prospect. */
const matched = z
  .object({
    place: z.number(),
    recognised_by: z.enum(['id', 'email', 'name']),
    found: z.looseObject({
      ...{ id: z.string(), updated_at: z.string(), name: z.string(), email: z.string() },
      ...{ company_name: z.string().nullable(), phone: z.string().nullable(), website_url: z.string().nullable() },
      industry: z.string().nullable(),
      prospect_status: z.string().nullable(),
    }),
  })
  .transform(({ place, recognised_by, found }): Match => {
    const { id, updated_at, name, email, company_name, phone, website_url, industry } = found
    const prospect_status = found.prospect_status ?? 'prospect'
    const values: Values = { name, email, company_name, phone, website_url, industry, prospect_status }
    return { place: place - 1, recognisedBy: reasons[recognised_by], found: { id, updated_at, values } }
  })
