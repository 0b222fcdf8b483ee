import { z } from 'zod'
import { webLink } from '../../lib/web-link.ts'

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** What the website says of the agency that answers it, beside its name, e-mail, phone and logo; limits as in the table. */
export const websiteFacts = {
  postal_address: z
    .string()
    .transform((text) => linesOf(text).join('\n') || null)
    .refine((text) => text === null || text.length <= 500, 'At most 500 characters.')
    .refine((text) => text === null || text.split('\n').length <= 6, 'At most six lines.'),
  live_chat_hours: z
    .string()
    .trim()
    .min(1, 'Say when somebody chats, or that nobody does.')
    .max(100, 'At most 100 characters.'),
  social_links: z
    .string()
    .transform((text) => [...new Set(linesOf(text))])
    .superRefine((links, { addIssue }) => {
      const wrong = links.find((link) => link.length > 300 || webLink(link) === undefined)
      if (wrong !== undefined) {
        addIssue({ code: 'custom', message: `Enter web addresses, one a line. This is none: ${wrong.slice(0, 60)}` })
      } else if (links.length > 8) addIssue({ code: 'custom', message: 'At most eight.' })
    }),
}

export type WebsiteFact = keyof typeof websiteFacts
export const websiteFactNames = ['postal_address', 'live_chat_hours', 'social_links'] as const satisfies WebsiteFact[]
