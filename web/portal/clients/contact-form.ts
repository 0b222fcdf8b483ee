import { atMost, optionalDay, optionalText } from '../../lib/form-rules.ts'
import { z } from '../../lib/zod.ts'
import type { NextContact } from './next-contact.ts'

/** The rules of the next contact; the limit is that of the table. */
export const nextContactFields = { next_contact_on: optionalDay, next_contact_note: optionalText(200) }

/** Reports a reason for the next contact that has no day. */
export function requireContactDay({ next_contact_on, next_contact_note }: NextContact, context: z.RefinementCtx) {
  if (next_contact_on !== null || next_contact_note === null) return
  context.addIssue({ code: 'custom', path: ['next_contact_on'], message: 'Choose a day for the next contact.' })
}

/** The rules of a contact that has taken place. */
export const contactDoneForm = z
  .object({
    words: z.string().trim().min(1, 'Enter what happened.').check(atMost(10_000)),
    ...nextContactFields,
  })
  .superRefine(requireContactDay)

export type DoneContact = z.output<typeof contactDoneForm>
