import { accountAddress, readEmailAddress } from './email-address.ts'
import { webLink } from './web-link.ts'
import { z } from './zod.ts'

/** A text that may be left out: empty means "none", which the database keeps as null. */
export const optionalText = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest, `At most ${longest.toLocaleString('en-US')} characters.`)
    .transform((text) => text || null)

/** An address as people type and paste it, read as email-address.ts says. */
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

/** The address of an account. */
export const accountField = emailField.transform(accountAddress)

/** An address that may be left out. */
export const optionalEmail = z.union([
  z
    .string()
    .regex(/^\s*$/)
    .transform(() => null),
  emailField,
])

/** A website that may be left out, and can become a link; as long as the tables take it. Signs that cannot be seen come along from documents. */
export const optionalWebAddress = z
  .string()
  .transform((text) => text.replace(/\p{Cf}/gu, ''))
  .pipe(optionalText(2048))
  .refine(
    (address) => address === null || webLink(address) !== undefined,
    'Enter a web address, like https://example.com.',
  )

type Texts<Name extends string> = { [Column in Name]?: string }

/** The texts of a row as the fields of a form show them: what is not stored is empty, and everything of a new row. */
export function typedRow<Name extends string>(
  form: z.ZodObject<Record<Name, z.ZodType>>,
  row: { readonly [Column in NoInfer<Name>]?: string | null } = {},
): Texts<Name> {
  const typed: Texts<Name> = {}
  for (const name of form.keyof().options) typed[name] = row[name] ?? ''
  return typed
}
