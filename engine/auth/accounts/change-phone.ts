import pg from 'pg'
import type { Transaction } from '../../database/database.ts'
import { invalidateLinks } from '../codes/invalidate-links.ts'
import { authErrors } from '../errors.ts'
import type { User } from '../users/user.ts'
import { reloadUser, updateUser } from '../users/user-rows.ts'
import { confirmPhone } from './confirm-contact.ts'
import { releaseContacts } from './unconfirmed-sign-ups.ts'

/** Changes a user's number, which is confirmed by now. An anonymous user becomes a permanent one. */
export async function changePhone(tx: Transaction, user: User, phone: string) {
  await releaseContacts(tx, { phone }, user.id)
  try {
    await updateUser(tx, user.id, { phone, phone_change: '', phone_change_token: '' })
  } catch (error) {
    // Another account has taken the number while the code was on its way.
    throw error instanceof pg.DatabaseError && error.code === '23505' ? authErrors.ownPhoneTaken() : error
  }
  const changed = await reloadUser(tx, user.id)
  await invalidateLinks(tx, user.id, { keepChanges: true })
  await confirmPhone(tx, { ...changed, raw_user_meta_data: { ...changed.raw_user_meta_data, phone } })
}
