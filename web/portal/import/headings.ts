import type { Field } from './import-kind.ts'

/**
 * Normalizes a heading: 'E-Mail:', 'e mail', 'É-mail' and 'eMail' are the same, and so are 'ContactName' and 'contact
 * name'.
 */
export const plain = (heading: string) =>
  heading
    .replace(/(\p{Ll})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/ł/g, 'l')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Words in a heading that tell similar columns apart without changing their field, such as "work" or "2". */
const WHICH =
  /\b(?:\d+|value|primary|main|default|work|business|office|home|other|personal|private|mobile|direct|company|customer|client|privat|geschaftlich|dienstlich|professionnel|principal|sluzbowy|glowny)\b/g

/** Words in a heading that make a column about another person, or a count. */
const ANOTHERS =
  /\b(?:count|phonetic|yomi|assistants?|fax|owner|manager|spouse|referred|parent|list|board|display|card|previous|former|emergency|created|modified|updated|assignee|reporter|author)\b/

/**
 * Rates from 0 to 100 how well a heading fits a field. From best to worst: the heading is a name of the field; it is a
 * name with a word such as "Work" or "1" ("Work Email 1"); it ends with a name ("Billing email"), better the more of it
 * matches; it contains a name ("Email type").
 */
export function headingScore(written: string, { label, alsoCalled, isAfter = [] }: HeadedField): number {
  const heading = written.replace(/^\s*custom field \((.+)\)\s*$/i, '$1')
  const names = [label, ...alsoCalled].map(plain).filter(Boolean)
  const whole = plain(heading)
  const exact = names.indexOf(whole)
  if (exact >= 0) return 100 - exact / 4
  if (ANOTHERS.test(withoutPrefix(whole, isAfter))) return 0
  const [base = ''] = plain(heading.replace(/[([].*$/, '')).split(/ (?:in|of|for|per) /)
  const bare = withoutPrefix(base, isAfter)
  const which = bare.replace(WHICH, ' ').replace(/ +/g, ' ').trim()
  for (const [index, shorter] of [base, bare, which, withoutPrefix(which, isAfter)].entries()) {
    const at = names.indexOf(shorter)
    if (at >= 0) return 90 - index - at / 4
  }
  const ends = names.filter((name) => ` ${base}`.endsWith(` ${name}`)).map((name) => name.split(' ').length)
  if (ends.length > 0) return 59 - base.split(' ').length + Math.max(...ends)
  return names.some((name) => ` ${whole} `.includes(` ${name} `)) ? 15 : 0
}

type HeadedField = Pick<Field, 'label' | 'alsoCalled' | 'isAfter' | 'parts'>

/** Removes the word for the rows before a heading, as in 'Person - Email' and 'Deal name'. */
const withoutPrefix = (base: string, prefixes: readonly string[]) => {
  const [first = '', ...others] = base.split(' ')
  return others.length > 0 && prefixes.includes(first) ? others.join(' ') : base
}

/** Whether a heading is exactly a name of one of these fields. */
export const isHeadingOf = (fields: readonly HeadedField[], heading: string) =>
  fields.some(({ label, alsoCalled, parts = {} }) =>
    [label, ...alsoCalled, ...Object.values(parts).flat()].some(
      (name) => plain(name) === plain(heading) && name !== '',
    ),
  )
