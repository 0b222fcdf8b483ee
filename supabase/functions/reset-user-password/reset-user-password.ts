import type { Caller } from '../_shared/caller.ts'
import { type Fields, Refusal, textField } from '../_shared/http.ts'
import { requireLongEnough } from '../_shared/passwords.ts'
import { isUuid } from '../_shared/uuid.ts'

/** The interface to accounts, which tests replace. */
export interface PasswordStore {
  /** Whether the person has not accepted their invitation yet. */
  isInvited(userId: string): Promise<boolean>
  /** Sets a person's password and ends all their sessions. */
  setPassword(userId: string, password: string): Promise<void>
}

export async function resetUserPassword(caller: Caller, fields: Fields, people: PasswordStore) {
  if (!caller.roles.includes('super_admin')) throw new Refusal(403, 'Only super admins reset passwords.')
  const userId = textField(fields, 'userId')
  const password = typeof fields.newPassword === 'string' ? fields.newPassword : ''
  if (password === '') throw new Refusal(400, 'Please enter a new password.')
  requireLongEnough(password)
  if (!isUuid(userId)) throw new Refusal(404, 'User not found')
  // Callers cannot reset their own password: the profile page asks for the current one, so that a stolen session cannot
  // lock its owner out.
  if (userId.toLowerCase() === caller.id) throw new Refusal(403, 'You cannot reset your own password here.')
  // A password would void the link, and nobody signs in with it before the address is confirmed.
  if (await people.isInvited(userId)) {
    throw new Refusal(409, 'They have not accepted their invitation yet. Use Invite Again to send them a new link.')
  }
  await people.setPassword(userId, password)
  return { success: true }
}
