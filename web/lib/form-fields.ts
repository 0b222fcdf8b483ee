import { webLink } from './web-link.ts'
import { z } from './zod.ts'

/** A text that may be left out: empty means "none", which the database keeps as null. */
export const optionalText = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest, `At most ${longest.toLocaleString('en-US')} characters.`)
    .transform((text) => text || null)

/** As lenient as the tables (private.is_email): neither white space, lists nor display names. */
export const isEmail = (text: string) => /^[^\]\s@,;:<>()"\\[]+@[^\]\s@,;:<>()"\\[]+$/.test(text)

export const emailField = z
  .string()
  .trim()
  .min(1, 'Enter an email address.')
  .max(320, 'At most 320 characters.')
  .refine(isEmail, 'Enter an email address, like name@example.com.')

/** A website that may be left out, and can become a link; as long as the tables take it. */
export const optionalWebAddress = optionalText(2048).refine(
  (address) => address === null || webLink(address) !== undefined,
  'Enter a web address, like https://example.com.',
)
