import type { Caller } from '../_shared/caller.ts'
import { type Fields, Refusal, textField } from '../_shared/http.ts'
import { requireLongEnough } from '../_shared/passwords.ts'
import { isUuid } from '../_shared/uuid.ts'

/** Sets a person's password and ends all their sessions. */
export type SetPassword = (userId: string, password: string) => Promise<void>

export async function resetUserPassword(caller: Caller, fields: Fields, setPassword: SetPassword) {
  if (!caller.roles.includes('super_admin')) throw new Refusal(403, 'Only super admins reset passwords.')
  const userId = textField(fields, 'userId')
  const password = typeof fields.newPassword === 'string' ? fields.newPassword : ''
  if (password === '') throw new Refusal(400, 'Please enter a new password.')
  requireLongEnough(password)
  if (!isUuid(userId)) throw new Refusal(404, 'User not found')
  // Callers cannot reset their own password: the profile page asks for the current one, so that a stolen session cannot
  // lock its owner out.
  if (userId.toLowerCase() === caller.id) throw new Refusal(403, 'You cannot reset your own password here.')
  await setPassword(userId, password)
  return { success: true }
}
