import pg from 'pg'
import type { Transaction } from '../../database/database.ts'
import { isDeliverable } from '../../mail/address.ts'
import type { AuthSettings } from '../auth-settings.ts'
import { invalidateLinks } from '../codes/invalidate-links.ts'
import { dropTokens } from '../codes/one-time-tokens.ts'
import { authErrors } from '../errors.ts'
import { mergeIdentity, refreshProviders } from '../users/identity-rows.ts'
import type { User } from '../users/user.ts'
import { updateUser } from '../users/user-rows.ts'
import { releaseContacts } from './unconfirmed-sign-ups.ts'

/**
 * The current address, if it must confirm the change as well: the project requires that, and mails can reach it. An
 * unreachable address need not confirm, because it could otherwise never be replaced.
 */
export const currentAddressToConfirm = (
  { secureEmailChange }: Pick<AuthSettings, 'secureEmailChange'>,
  { email }: Pick<User, 'email'>,
): string | undefined => (secureEmailChange && email && isDeliverable(email) ? email : undefined)

/** Changes a user's address, which is confirmed by now. An anonymous user becomes a permanent one. */
export async function changeEmail(tx: Transaction, user: User, email: string) {
  await releaseContacts(tx, { email }, user.id)
  try {
    await updateUser(tx, user.id, {
      email,
      email_change: '',
      email_change_token_new: '',
      email_change_token_current: '',
      email_change_confirm_status: 0,
    })
  } catch (error) {
    // Another account has taken the address while the mail was unopened.
    throw error instanceof pg.DatabaseError && error.code === '23505' ? authErrors.emailTaken() : error
  }
  await mergeIdentity(tx, user.id, 'email', { email, email_verified: true })
  await updateUser(tx, user.id, {
    email_confirmed_at: user.email_confirmed_at ?? new Date(),
    is_anonymous: false,
    raw_user_meta_data: { ...user.raw_user_meta_data, email, email_verified: true },
  })
  await refreshProviders(tx, user.id)
  // The flow in which this change was requested stays valid.
  await invalidateLinks(tx, user.id, { keepChanges: true })
  await dropTokens(tx, user.id)
}
