import { atMost, optionalText, optionalWebAddress } from '../../lib/form-rules.ts'
import { z } from '../../lib/zod.ts'
import { readTwoStepKey } from './two-step-key/two-step-key.ts'

const MAX_TAGS = 50

/**
 * Converts between the stored list of tags and its text, with commas between the tags. A tag that contains a comma stands
 * in quotation marks.
 */
const tags = z
  .string()
  .max(2000, 'At most 2000 characters.')
  .transform((text) =>
    (text.match(/\s*"[^"]*,[^"]*"\s*(?=,|$)|[^,]+/g) ?? [])
      .map((tag) =>
        tag
          .trim()
          .replace(/^"(.*,.*)"$/, '$1')
          .trim(),
      )
      .filter((tag) => tag !== ''),
  )
  .refine((list) => list.length <= MAX_TAGS, `At most ${MAX_TAGS} tags.`)

/** The text of a list of tags; parsing it gives the same list. */
export const tagsText = (tags: readonly string[]) =>
  tags.map((tag) => (tag.includes(',') ? `"${tag.replaceAll('"', "'")}"` : tag)).join(', ')

const twoStepKey = z.string().transform((text, context) => {
  if (text.trim() === '') return null
  const { key, problem } = readTwoStepKey(text)
  if (key) return key
  context.addIssue(problem)
  return z.NEVER
})

/** The rules for the fields of an entry. The limits are those of the table, which are higher for encrypted columns. */
export const entryForm = z.object({
  title: z.string().trim().min(1, 'Enter a title.').check(atMost(200)),
  website_url: optionalWebAddress,
  username: optionalText(320),
  // Spaces at the ends belong to a password, but a password of spaces alone counts as missing.
  password: z
    .string()
    .max(4000, 'At most 4000 characters.')
    .refine((password) => password.trim() !== '', 'Enter a password.'),
  notes: z.string().max(20_000, 'At most 20000 characters.'),
  /** Typed notes replace the stored ones whatever this says. */
  removes_notes: z.boolean(),
  two_step_key: twoStepKey,
  /** A typed key replaces the stored one whatever this says. */
  removes_two_step_key: z.boolean(),
  tags,
  /** The client of the entry, if it is about one. */
  client: z.object({ id: z.string(), name: z.string() }).nullable(),
  is_favorite: z.boolean(),
  share_with_agency: z.boolean(),
  /** The version that is being edited: a draft may be older than what is stored. */
  seen: z.string(),
})

export type EntryTyped = z.input<typeof entryForm>
export type EntryInput = z.output<typeof entryForm>

export const emptyEntry: EntryTyped = {
  title: '',
  website_url: '',
  username: '',
  password: '',
  notes: '',
  removes_notes: false,
  two_step_key: '',
  removes_two_step_key: false,
  tags: '',
  client: null,
  is_favorite: false,
  share_with_agency: false,
  seen: '',
}
