import type { FastifyInstance } from 'fastify'
import type { Transaction } from '../../database/database.ts'
import { dropToken } from '../codes/one-time-tokens.ts'
import { voidLinks } from '../codes/void-links.ts'
import { dropSessions } from '../sessions/sessions.ts'
import { dropIdentities, insertIdentity, refreshProviders } from '../users/identities.ts'
import { isConfirmed, isPhoneConfirmed, type Metadata, type User } from '../users/user.ts'
import { findUserByEmail, findUserByPhone, lockUser, reloadUser, updateUser } from '../users/users.ts'
import { dropBelongings, type Keepers } from './belongings.ts'

/** Nobody has shown yet that the address or the number is theirs: what the account holds is somebody's word. */
export async function markUnproven(tx: Transaction, userId: string) {
  await tx.query('insert into engine.unproven_sign_ups (user_id) values ($1) on conflict do nothing', [userId])
}

/** From now on what the account holds is its owner's, or an administrator's. */
export async function markProven(tx: Transaction, userId: string) {
  await tx.query('delete from engine.unproven_sign_ups where user_id = $1', [userId])
}

/** The account of a sign-up that nobody has proven, locked until the transaction ends; undefined for any other. */
export async function lockUnproven(tx: Transaction, userId: string): Promise<User | undefined> {
  const user = await lockUser(tx, userId)
  if (!user || isConfirmed(user) || isPhoneConfirmed(user)) return undefined
  const marked = await tx.query('select from engine.unproven_sign_ups where user_id = $1', [userId])
  return marked.length > 0 ? user : undefined
}

/** What a sign-up puts into an account, beside the address or number. */
export type SignUpContents = { passwordHash: string | null; data: Metadata }

/** The account that somebody left unproven is another's now, and as if it had just been made: nothing of theirs stays. */
export async function startAnew(
  keepers: Keepers,
  tx: Transaction,
  { id, email, phone }: User,
  contents: SignUpContents,
): Promise<User> {
  const { passwordHash, data } = contents
  await dropIdentities(tx, id)
  await dropSessions(tx, id)
  await dropBelongings(keepers, tx, id)
  // Also should the next mail fail: the link of the earlier sign-up must not confirm this one.
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
 * A code that may sign somebody up takes the place of a sign-up that nobody has proven, as any later sign-up does; false
 * where there is none, or the code is only for people who are here.
 */
export async function signUpAnew(
  app: Pick<FastifyInstance, 'authSettings' | 'authFeatures'>,
  tx: Transaction,
  { id }: User,
  { mayCreate, data, passwordHash }: SignUpContents & { mayCreate: boolean },
): Promise<boolean> {
  const earlier = mayCreate && app.authSettings.signUpEnabled ? await lockUnproven(tx, id) : undefined
  if (earlier) await startAnew(app, tx, earlier, { passwordHash, data })
  return earlier !== undefined
}

/** Removes the accounts that somebody left unproven under an address or number whose owner comes, or is named, another way. */
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
    if (!holder || holder.id === owner || !(await lockUnproven(tx, holder.id))) continue
    await voidLinks(tx, holder.id)
    await tx.query('delete from auth.users where id = $1', [holder.id])
  }
}
