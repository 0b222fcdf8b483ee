import type { FastifyInstance } from 'fastify'
import type { Transaction } from '../../database/database.ts'
import { invalidateLinks } from '../codes/invalidate-links.ts'
import { dropToken } from '../codes/one-time-tokens.ts'
import { dropSessions } from '../sessions/sessions.ts'
import { dropIdentities, insertIdentity, refreshProviders } from '../users/identity-rows.ts'
import { isConfirmed, isPhoneConfirmed, type Metadata, type User } from '../users/user.ts'
import { findUserByEmail, findUserByPhone, lockUser, reloadUser, updateUser } from '../users/user-rows.ts'
import { deleteUserOwnedRows, type WithAuthFeatures } from './user-owned-rows.ts'

/** Marks an account whose address or number is not confirmed, so its contents may come from somebody else. */
export async function markUnconfirmed(tx: Transaction, userId: string) {
  await tx.query('insert into engine.unproven_sign_ups (user_id) values ($1) on conflict do nothing', [userId])
}

/** Marks an account whose contents come from its owner or an administrator from now on. */
export async function markConfirmed(tx: Transaction, userId: string) {
  await tx.query('delete from engine.unproven_sign_ups where user_id = $1', [userId])
}

/** The account of an unconfirmed sign-up, locked until the transaction ends; undefined for any other. */
export async function lockUnconfirmed(tx: Transaction, userId: string): Promise<User | undefined> {
  const user = await lockUser(tx, userId)
  if (!user || isConfirmed(user) || isPhoneConfirmed(user)) return undefined
  const marked = await tx.query('select from engine.unproven_sign_ups where user_id = $1', [userId])
  return marked.length > 0 ? user : undefined
}

/** The contents of a sign-up, beside the address or number. */
export type SignUpFields = { passwordHash: string | null; data: Metadata }

/**
 * Turns an unconfirmed account over to a new sign-up, as if it had just been created: nothing of the earlier one stays.
 */
export async function replaceSignUp(
  keepers: WithAuthFeatures,
  tx: Transaction,
  { id, email, phone }: User,
  contents: SignUpFields,
): Promise<User> {
  const { passwordHash, data } = contents
  await dropIdentities(tx, id)
  await dropSessions(tx, id)
  await deleteUserOwnedRows(keepers, tx, id)
  // Dropped even if the next mail fails: the link of the earlier sign-up must not confirm this one.
  await dropToken(tx, id, 'confirmation_token')
  const facts = {
    sub: id,
    ...(email && { email }),
    ...(phone && { phone }),
    email_verified: false,
    phone_verified: false,
  }
  await updateUser(tx, id, {
    encrypted_password: passwordHash,
    confirmation_token: '',
    raw_user_meta_data: { ...data, ...facts },
  })
  if (email) await insertIdentity(tx, id, 'email', { ...data, ...facts })
  if (phone) await insertIdentity(tx, id, 'phone', { ...data, ...facts })
  await refreshProviders(tx, id)
  return reloadUser(tx, id)
}

/**
 * Replaces an earlier unconfirmed sign-up before a code that may create an account is sent. Returns false where there
 * is none, or where the code is only for existing users.
 */
export async function replaceUnconfirmed(
  app: Pick<FastifyInstance, 'authSettings' | 'authFeatures'>,
  tx: Transaction,
  { id }: User,
  { mayCreate, data, passwordHash }: SignUpFields & { mayCreate: boolean },
): Promise<boolean> {
  const earlier = mayCreate && app.authSettings.signUpEnabled ? await lockUnconfirmed(tx, id) : undefined
  if (earlier) await replaceSignUp(app, tx, earlier, { passwordHash, data })
  return earlier !== undefined
}

/** Deletes unconfirmed accounts that hold this address or number, because `owner` or a new user gets it. */
export async function releaseContacts(
  tx: Transaction,
  { email, phone }: { email?: string | undefined; phone?: string | undefined },
  owner?: string,
) {
  const holders = [
    email ? await findUserByEmail(tx, email) : undefined,
    phone ? await findUserByPhone(tx, phone) : undefined,
  ]
  for (const holder of holders) {
    if (!holder || holder.id === owner || !(await lockUnconfirmed(tx, holder.id))) continue
    await invalidateLinks(tx, holder.id)
    await tx.query('delete from auth.users where id = $1', [holder.id])
  }
}
