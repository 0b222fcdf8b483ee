import { type Fields, isFields, Refusal } from '../_shared/http.ts'

/** One field as it was sent. */
export type Pair = {
  /** Its possible names, the most reliable first. */
  names: string[]
  /** The name that people read. */
  label: string
  value: string
  /**
   * How the name was given: as a key of the body itself, beside its value, as a key further down, or as a key beside a
   * branch that holds the fields.
   */
  place: 'top' | 'labelled' | 'nested' | 'outside'
}

const MOST_LEVELS = 10

/** The keys of a value and of its name, where a list has an object for each field. */
const valueKeys = ['value', 'string_value', 'values', 'raw_value']
const nameKeys = ['id', 'column_id', 'name', 'title', 'label', 'column_name', 'key', 'ref']
const labelKeys = ['title', 'label', 'column_name', 'name', 'column_id', 'id', 'key']

/** Branches whose keys are names of fields. Keys below others, such as the form's own name, are not. */
const people = ['contact', 'lead', 'person', 'customer']
const forms = ['data', 'fields', 'answers', 'submission', 'body', 'payload']
const holders = [...people, ...forms]

/** All fields of what was sent, in their order, however deep they are nested. Empty ones are left out. */
export function pairsOf(sent: unknown): Pair[] {
  const body = Array.isArray(sent) && sent.length === 1 ? sent[0] : sent
  if (!isFields(body)) throw new Refusal(422, 'Send one enquiry: a JSON object, or the fields of a form.')
  return pairsBelow(body, [], {})
}

/** The pairs of a value, which is one of these `siblings` in an object. */
function pairsBelow(value: unknown, path: readonly string[], siblings: Fields): Pair[] {
  if (path.length > MOST_LEVELS) throw new Refusal(422, 'The enquiry is nested too deeply.')
  if (Array.isArray(value) && value.some((item) => typeof item === 'object' && item !== null)) {
    return value.flatMap((item) => pairsBelow(item, [...path, ''], {}))
  }
  if (isFields(value)) {
    const labelled = path.length > 0 ? labelledPair(value, path) : undefined
    return labelled ?? Object.entries(value).flatMap(([name, inner]) => pairsBelow(inner, [...path, name], value))
  }
  const words = wordsOf(value)
  const names = path.filter((name) => name !== '')
  if (words === '' || names.length === 0) return []
  const [last = '', parent = '', holder = ''] = names.toReversed()
  const part = nameOfPart(last, parent)
  const isTop = names.length === 1
  const isName = isTop || isOneOf(holders, parent)
  const isPart = part !== undefined && (names.length === 2 || isOneOf(holders, holder))
  const isOutside = Object.entries(siblings).some((sibling) => holdsFields(holders, sibling))
  return [
    {
      names: isPart ? [part] : isName && !isNameOfForm(last, siblings) ? [last] : [],
      label: names.join(' '),
      value: words,
      place: isOutside ? 'outside' : isTop ? 'top' : 'nested',
    },
  ]
}

/** The name of a part of a field that is sent as an object, as Wix and Jotform do: `name.first`, `phone.full`. */
function nameOfPart(part: string, field: string): string | undefined {
  if (/^full$/i.test(part)) return field
  return /^(first|last)$/i.test(part) && /name$/i.test(field) ? `${part} name` : undefined
}

/** Whether a name is the form's own: it stands beside the fields of the form, and no address of a person beside it. */
const isNameOfForm = (key: string, siblings: Fields) =>
  key.toLowerCase() === 'name' &&
  Object.entries(siblings).some((sibling) => holdsFields(forms, sibling)) &&
  !Object.keys(siblings).some((sibling) => /mail|phone/i.test(sibling))

const holdsFields = (branches: readonly string[], [name, value]: [string, unknown]) =>
  Array.isArray(value)
    ? value.some((item) => isFields(item) && labelledPair(item, ['']) !== undefined)
    : isFields(value) && isOneOf(branches, name)

const isOneOf = (names: readonly string[], name = '') => names.includes(name.toLowerCase())

/** A field that is an object of its own, with a name and a value; undefined for any other object. */
function labelledPair(object: Fields, path: readonly string[]): Pair[] | undefined {
  const valueKey = valueKeys.find((key) => key in object)
  const told = (keys: readonly string[]) => keys.map((key) => wordsOf(object[key])).filter((name) => name !== '')
  const names = told(nameKeys)
  if (valueKey === undefined || names.length === 0) return undefined
  const words = wordsOf(object[valueKey])
  if (words === '') return []
  return [{ names: [...names, path.at(-1) ?? ''], label: told(labelKeys)[0] ?? '', value: words, place: 'labelled' }]
}

/** A value in words; a list is joined, and an object inside it left to JSON. */
export function wordsOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(wordsOf).filter(Boolean).join(', ')
  const words = typeof value === 'object' ? JSON.stringify(value) : String(value)
  // PostgreSQL stores every character but this one.
  return words.replaceAll('\0', '').trim()
}
