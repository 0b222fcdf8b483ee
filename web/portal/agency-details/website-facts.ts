import { countCharacters } from '../../lib/count-characters.ts'
import { firstCharacters } from '../../lib/first-characters.ts'
import { atMost, optionalWebAddress } from '../../lib/form-rules.ts'
import { secureWebLink, webLink } from '../../lib/web-link.ts'
import { z } from '../../lib/zod.ts'

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const text = (longest: number) => z.string().trim().check(atMost(longest))
const needed = (longest: number, complaint: string) => text(longest).min(1, complaint)
const picture = z
  .string()
  .trim()
  .refine(
    (address) => address === '' || (address.length <= 2048 && webLink(address) !== undefined),
    'Enter a web address, like https://example.com/picture.jpg.',
  )

const testimonial = z.object({
  words: needed(600, 'Enter what they said.'),
  author: needed(100, 'Enter who said it.'),
  role: text(100),
  picture,
})

const workCase = z.object({
  title: needed(120, 'Enter the result.'),
  picture,
  number: needed(20, 'Enter a number.'),
  meaning: needed(80, 'Enter what it counts.'),
  other_number: needed(20, 'Enter a number.'),
  other_meaning: needed(80, 'Enter what it counts.'),
  quote: needed(400, 'Enter what the client says.'),
  author: text(100),
})

export const emptyTestimonial: z.input<typeof testimonial> = { words: '', author: '', role: '', picture: '' }
export const emptyCase: z.input<typeof workCase> = {
  title: '',
  picture: '',
  quote: '',
  author: '',
  number: '',
  meaning: '',
  other_number: '',
  other_meaning: '',
}

/** The most testimonials or case studies; a longer list would make a page that nobody reads to its end. */
export const MAX_ENTRIES = 12

/** The months after which enquiries that became nobody may be erased. */
export const forgetAfter = ['6', '12', '24'] as const

/** The website's texts about its agency besides name, email, phone and logo; the limits are those of the table. */
export const websiteFacts = {
  postal_address: z
    .string()
    .transform((text) => linesOf(text).join('\n') || null)
    .refine((text) => text === null || countCharacters(text) <= 500, 'At most 500 characters.')
    .refine((text) => text === null || text.split('\n').length <= 6, 'At most six lines.'),
  live_chat_hours: z.string().trim().min(1, 'Enter when live chat is open, or that there is none.').check(atMost(100)),
  forget_enquiries_after: z.enum(['', ...forgetAfter]).transform((months) => (months === '' ? null : Number(months))),
  privacy_notice: z
    .string()
    .transform(
      (text) =>
        text
          .trim()
          .replaceAll('\r\n', '\n')
          .replaceAll(/\n\s*\n/g, '\n\n') || null,
    )
    .refine((text) => text === null || countCharacters(text) <= 5000, 'At most 5000 characters.'),
  social_links: z
    .string()
    .transform((text) => [...new Set(linesOf(text))])
    .superRefine((links, { addIssue }) => {
      const wrong = links.find((link) => countCharacters(link) > 300 || webLink(link) === undefined)
      if (wrong !== undefined) {
        addIssue({
          code: 'custom',
          message: `Enter web addresses, one a line. This is not one: ${firstCharacters(wrong, 60)}`,
        })
      } else if (links.length > 8) addIssue({ code: 'custom', message: 'At most eight.' })
    }),
  fields_of_work: z
    .string()
    .transform((text) => [...new Set(linesOf(text))])
    .refine((fields) => fields.every((field) => countCharacters(field) <= 200), 'At most 200 characters a line.')
    .refine((fields) => fields.length <= 24, 'At most 24.'),
  booking_url: optionalWebAddress
    // What is no web address at all has its own message.
    .refine((address) => !webLink(address ?? '')?.startsWith('http:'), 'Enter an address with https.')
    .transform((address) => address && (secureWebLink(address) ?? address)),
  testimonials: z.array(testimonial).max(MAX_ENTRIES),
  cases: z.array(workCase).max(MAX_ENTRIES),
}

/** Converts the stored entries for the form. */
export const typedEntries = ({ testimonials, cases }: { testimonials: unknown; cases: unknown }) => ({
  testimonials: asStored(emptyTestimonial).parse(testimonials),
  cases: asStored(emptyCase).parse(cases),
})

/** Stored entries may break the form's rules, so they are shown in the form as they are. */
const asStored = <Entry extends Record<string, string>>(empty: Entry) =>
  z
    .array(z.record(z.string(), z.string()))
    .transform((entries) => entries.map((entry): Entry => ({ ...empty, ...entry })))

export type WebsiteFact = keyof typeof websiteFacts
/** The empty website fields of an agency that does not answer the website. */
export const noFacts = {
  postal_address: '',
  live_chat_hours: 'Monday-Friday, 9am-5pm EST',
  social_links: '',
  privacy_notice: '',
  forget_enquiries_after: '' as const,
  fields_of_work: '',
  booking_url: '',
  testimonials: [],
  cases: [],
} satisfies Record<WebsiteFact, unknown>

/** The website's facts that are a single field each. */
export const plainFacts = [
  'postal_address',
  'live_chat_hours',
  'social_links',
  'privacy_notice',
  'forget_enquiries_after',
  'fields_of_work',
  'booking_url',
] as const satisfies WebsiteFact[]
