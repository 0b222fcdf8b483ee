import { countCharacters } from '../_shared/count-characters.ts'
import { readEmailAddress } from '../_shared/email-address.ts'
import { toVisibleLine } from '../_shared/visible-text.ts'
import type { Pair } from './pairs.ts'

const fieldNames = ['name', 'business_name', 'email', 'phone', 'service', 'message'] as const
type FieldName = (typeof fieldNames)[number]
/** The six fields of the contact form; what was not sent is the empty text. */
export type EnquiryFields = Record<FieldName, string>

const services = ['website', 'marketing', 'ai', 'design', 'other']
/** The limits of the table. */
const longest: Record<FieldName, number> = {
  ...{ name: 200, business_name: 200, email: 2000, phone: 50, service: 100, message: 5000 },
}

/** Names that other programs give to the six fields. They count only where the field itself was not sent. */
const otherNames: Readonly<Record<string, FieldName | 'first' | 'last'>> = {
  ...{ full_name: 'name', fullname: 'name', contact_name: 'name' },
  ...{ first_name: 'first', firstname: 'first', given_name: 'first' },
  ...{ last_name: 'last', lastname: 'last', family_name: 'last', surname: 'last' },
  ...{ business: 'business_name', company: 'business_name', company_name: 'business_name' },
  ...{ organization: 'business_name', organisation: 'business_name' },
  ...{ e_mail: 'email', email_address: 'email', user_email: 'email', mail: 'email', work_email: 'email' },
  ...{
    phone_number: 'phone',
    user_phone: 'phone',
    telephone: 'phone',
    tel: 'phone',
    mobile: 'phone',
    work_phone: 'phone',
  },
  ...{ comment: 'message', comments: 'message', enquiry: 'message', inquiry: 'message' },
}

type ReadEnquiry = {
  fields: EnquiryFields
  /** What else was sent, a line for each. */
  lines: string
  /** A sentence for each field that is missing or wrong. */
  problems: Record<string, string>
}

/** Finds the six fields among what was sent; everything else becomes lines of the message. */
export function readEnquiry(pairs: readonly Pair[]): ReadEnquiry {
  const used = assignFields(pairs)
  const said = (field: FieldName | 'first' | 'last') => used.get(field)?.value ?? ''
  const service = said('service').toLowerCase()
  const isKnown = services.includes(service)
  const fields = {
    name: toVisibleLine(said('name') || `${said('first')} ${said('last')}`),
    business_name: toVisibleLine(said('business_name')),
    email: said('email'),
    phone: toVisibleLine(said('phone')),
    service: isKnown ? service : 'other',
    message: said('message'),
  }
  if (!isKnown) used.delete('service')
  const rest = pairs.filter((pair) => ![...used.values()].includes(pair))
  const problems = problemsOf(fields)
  return {
    fields,
    lines: linesOf(rest, longest.message - countCharacters(fields.message) - SEPARATOR_LENGTH),
    problems,
  }
}

/** The best pair for each field. What stands outside of the branch with the fields counts where they have none. */
function assignFields(pairs: readonly Pair[]): Map<FieldName | 'first' | 'last', Pair> {
  const used = new Map<FieldName | 'first' | 'last', Pair>()
  const take = (places: readonly Pair['place'][]) => {
    for (const isExact of [true, false]) {
      for (const pair of places.flatMap((place) => pairs.filter((one) => one.place === place))) {
        const field = fieldOf(pair, isExact)
        if (field && !used.has(field)) used.set(field, pair)
      }
    }
  }
  take(['top', 'labelled', 'nested'])
  const isNamedByParts = !used.has('name') && (used.has('first') || used.has('last'))
  take(['outside'])
  if (isNamedByParts) used.delete('name')
  if (used.has('name')) for (const part of ['first', 'last'] as const) used.delete(part)
  return used
}

/** The field that a pair is: by the names of the six themselves, or by others. */
function fieldOf({ names }: Pair, isExact: boolean): FieldName | 'first' | 'last' | undefined {
  for (const name of names) {
    const plain = plainName(name)
    const field = isExact ? fieldNames.find((one) => one === plain) : otherNames[plain]
    if (field) return field
  }
  return undefined
}

/** 'your-email', 'Email *', 'businessName' and 'What’s your name?' become names with underscores. */
const plainName = (name: string) =>
  name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '')
    .replace(/^what_(?:is|s)_/, '')
    .replace(/^your_/, '')

/** Checks the fields, and writes the address as it is stored. */
function problemsOf(fields: EnquiryFields): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const name of fieldNames) {
    if (countCharacters(fields[name]) > longest[name]) problems[name] = `At most ${longest[name]} characters.`
  }
  if (fields.name === '') problems.name = 'Enter a name.'
  if (fields.email !== '') {
    const { address, problem } = readEmailAddress(fields.email)
    if (address === undefined) problems.email = problem
    else fields.email = address
  } else if (!/[0-9]/.test(fields.phone)) {
    problems.email = 'Enter an email address or a phone number.'
  }
  return problems
}

/** The empty line between a message and the lines after it. */
const SEPARATOR_LENGTH = 2
const LEFT_OUT = 'The rest was too long and is left out.'

/** The lines, cut where the message would become too long: what a person wrote comes before the data of a program. */
function linesOf(pairs: readonly Pair[], most: number): string {
  const lines = pairs.map(({ label, value }) => `${label}: ${value}`).join('\n')
  if (countCharacters(lines) <= most) return lines
  const room = most - LEFT_OUT.length - 1
  return room < 0 ? '' : `${[...lines].slice(0, room).join('').toWellFormed()}\n${LEFT_OUT}`
}
