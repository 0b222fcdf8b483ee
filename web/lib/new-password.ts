import { z } from './zod.ts'

/** Sent as typed: spaces count, though nothing but spaces is no password. */
export const password = z.string().regex(/\S/, 'Enter a password.').min(6, 'At least 6 characters.')

/** A new password, typed twice. */
export const newPasswordForm = z
  .object({ password, confirmation: z.string() })
  .refine(({ password, confirmation }) => password === confirmation, {
    message: 'This is not the same password.',
    path: ['confirmation'],
  })

export type NewPassword = z.output<typeof newPasswordForm>

type Problems = { [Field in keyof NewPassword]?: { type?: unknown } }

/** Which of the three complaints a form with such errors deserves, in the order in which they are made. */
export function complaintAbout({ password, confirmation }: Problems): 'missing' | 'short' | 'different' | undefined {
  if (password) return password.type === 'invalid_format' ? 'missing' : 'short'
  return confirmation && 'different'
}
