import { z } from './zod.ts'

/** The rule of a new password. It is sent as typed: spaces count, but a password of spaces only is refused. */
export const newPasswordRule = z.string().regex(/\S/, 'Enter a password.').min(6, 'At least 6 characters.')

/** The form for a new password, typed twice. */
export const newPasswordForm = z
  .object({ password: newPasswordRule, confirmation: z.string() })
  .refine(({ password, confirmation }) => password === confirmation, {
    message: 'This is not the same password.',
    path: ['confirmation'],
  })

export type NewPassword = z.output<typeof newPasswordForm>

type Problems = { [Field in keyof NewPassword]?: { type?: unknown } }

/** Returns the error of the new-password form to show first. */
export function newPasswordError({ password, confirmation }: Problems): 'missing' | 'short' | 'different' | undefined {
  if (password) return password.type === 'invalid_format' ? 'missing' : 'short'
  return confirmation && 'different'
}
