import type { ClientPerson } from '../../lib/row-types.ts'

/** What is known of a person in a table of clients. */
export type KnownPerson = Pick<ClientPerson, 'name' | 'role' | 'email' | 'phone' | 'note'>

/** The people of a client in one cell, a line each: "Tom Baker (Shop manager) <tom@bakery.test> +1 555 0188 – Calls back." */
export const peopleText = (people: readonly KnownPerson[]) => people.map(personText).join('\n')

/** Writes a person so that `personIn` reads the same: in quotation marks where the bare texts would be read otherwise. */
function personText(person: KnownPerson): string {
  const bare = written(person, String)
  return isSame(personIn(bare.trim()), person) ? bare : written(person, JSON.stringify)
}

function written({ name, role, email, phone, note }: KnownPerson, quoted: (text: string) => string): string {
  const known = [
    quoted(name),
    role && `(${quoted(role)})`,
    email && `<${email}>`,
    phone && quoted(phone),
    note && `– ${quoted(note)}`,
  ]
  return known.filter(Boolean).join(' ')
}

const isSame = (one: KnownPerson | undefined, other: KnownPerson) =>
  one !== undefined &&
  (['name', 'role', 'email', 'phone', 'note'] as const).every((field) => one[field] === other[field])

// A bare name has none of the marks that separate it from the rest, or one person from the next. A bare role has a letter, so
// that "(020) 7946 0958" is a phone number, and a bare phone number has at least five digits, so that "Studio 54" is a name.
const NAME = String.raw`(?<name>[^\s"<>()@,;|](?:(?! - )[^<>()@,;|]){0,250}?)`
const EMAIL = '(?: ?<(?<email>[^<>\\s]+)>)?'
const PHONE = String.raw`[+(]{0,2}\d(?:(?! – )[^<>\p{L}\d]{0,3}\d){4,}(?: ?(?:[Ee]xt|x)\.? ?\d+)?`
const BARE = new RegExp(
  String.raw`^${NAME}(?: ?\((?<role>(?=[^()"]*\p{L})[^()"]+)\))?${EMAIL}(?: (?<phone>${PHONE}))?(?: – (?<note>.+))?$`,
  'u',
)
const TEXT = String.raw`"(?:[^"\\]|\\.)*"`
const QUOTED = new RegExp(
  String.raw`^(?<name>${TEXT})(?: \((?<role>${TEXT})\))?${EMAIL}(?: (?<phone>${TEXT}))?(?: – (?<note>${TEXT}))?$`,
  'u',
)

/** Reads a line as `peopleText` writes it; undefined if a person is written otherwise. */
export function personIn(line: string): KnownPerson | undefined {
  if (/[\r\n]/.test(line)) return undefined
  const isQuoted = line.startsWith('"')
  const groups = (isQuoted ? QUOTED : BARE).exec(line)?.groups
  if (!groups) return undefined
  const { name = '', role = null, email = null, phone = null, note = null } = groups
  if (!isQuoted) return /\p{L}/u.test(name) ? { name, role, email, phone, note } : undefined
  const texts = { name: unquoted(name), role: unquoted(role), phone: unquoted(phone), note: unquoted(note) }
  return texts.name === null ? undefined : { ...texts, name: texts.name, email }
}

/** The text in quotation marks; null if there is none, or if it is no text of JSON. */
function unquoted(text: string | null): string | null {
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' ? value : null
  } catch {
    return null
  }
}
