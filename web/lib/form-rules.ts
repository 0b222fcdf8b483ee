import { countCharacters } from './count-characters.ts'
import { normalizeAccountAddress, readEmailAddress } from './email-address.ts'
import { webLink } from './web-link.ts'
import { z } from './zod.ts'

/** The longest text, in characters as the tables count them. */
export const atMost = (longest: number) =>
  z.refine<string>((text) => countCharacters(text) <= longest, `At most ${longest.toLocaleString('en-US')} characters.`)

/** An optional text: an empty field becomes null. */
export const optionalText = (longest: number) =>
  z
    .string()
    .trim()
    .check(atMost(longest))
    .transform((text) => text || null)

/** An optional date without a time: an empty field becomes null. */
export const optionalDay = z
  .string()
  .regex(/^(\d{4}-\d{2}-\d{2})?$/, 'Enter a whole date, with a year of four digits.')
  .transform((date) => date || null)

/** An email address, read by the rules of email-address.ts. */
export const emailField = z
  .string()
  .trim()
  .min(1, 'Enter an email address.')
  .transform((text, context) => {
    const { address, problem } = readEmailAddress(text)
    if (address !== undefined) return address
    context.addIssue(problem)
    return z.NEVER
  })

/** The email address of an account, normalized. */
export const accountField = emailField.transform(normalizeAccountAddress)

/** The rule of a form field for an optional email address. */
export const optionalEmail = z.union([
  z
    .string()
    .regex(/^\s*$/)
    .transform(() => null),
  emailField,
])

/**
 * An optional website that can become a link, within the length limit of the tables. Invisible characters from
 * documents are removed.
 */
export const optionalWebAddress = z
  .string()
  .transform((text) => text.replace(/\p{Cf}/gu, ''))
  .pipe(optionalText(2048))
  .refine(
    (address) => address === null || webLink(address) !== undefined,
    'Enter a web address, like https://example.com.',
  )

type Texts<Name extends string> = { [Column in Name]?: string }

/** Form values of a row's texts: null becomes empty, and without a row every field is empty. */
export function formValuesOf<Name extends string>(
  form: z.ZodObject<Record<Name, z.ZodType>>,
  row: { readonly [Column in NoInfer<Name>]?: string | null } = {},
): Texts<Name> {
  const typed: Texts<Name> = {}
  for (const name of form.keyof().options) typed[name] = row[name] ?? ''
  return typed
}
