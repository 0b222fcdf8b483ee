import { optionalText, optionalWebAddress } from '../../lib/form-fields.ts'
import { z } from '../../lib/zod.ts'

const MAX_TAGS = 50

/** Comma separated, as people type them; the list, as it is stored. A tag that has a comma stands in quotation marks. */
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

/** Tags as they stand in the field for them: read again, they are the same. */
export const tagsText = (tags: readonly string[]) =>
  tags.map((tag) => (tag.includes(',') ? `"${tag.replaceAll('"', "'")}"` : tag)).join(', ')

/** What a person types about an entry. The limits are those of the table, which has them for what is encrypted. */
export const entryForm = z.object({
  title: z.string().trim().min(1, 'Enter a title.').max(200, 'At most 200 characters.'),
  website_url: optionalWebAddress,
  username: optionalText(320),
  // Spaces at its ends belong to a password; nothing but spaces is none.
  password: z
    .string()
    .max(4000, 'At most 4000 characters.')
    .refine((password) => password.trim() !== '', 'Enter a password.'),
  notes: z.string().max(20_000, 'At most 20000 characters.'),
  /** Notes that are typed replace the stored ones, whatever stands here. */
  removes_notes: z.boolean(),
  tags,
  /** Whom it is about, if it is about one client. */
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
  tags: '',
  client: null,
  is_favorite: false,
  share_with_agency: false,
  seen: '',
}
