import type { Transaction } from '../../database/database.ts'
import { dropTokens } from '../codes/one-time-tokens.ts'
import { mergeIdentity, refreshProviders, verifyAddress } from '../users/identity-rows.ts'
import type { User } from '../users/user.ts'
import { updateUser } from '../users/user-rows.ts'
import { markConfirmed } from './unconfirmed-sign-ups.ts'

/** Confirms a user's address, with which they may sign in from now on. All their open links and codes become void. */
export async function confirmEmail(tx: Transaction, user: User) {
  await updateUser(tx, user.id, {
    email_confirmed_at: new Date(),
    confirmation_token: '',
    is_anonymous: false,
    raw_user_meta_data: { ...user.raw_user_meta_data, email_verified: true },
  })
  await verifyIdentities(tx, user)
  await refreshProviders(tx, user.id)
  await dropTokens(tx, user.id)
  await markConfirmed(tx, user.id)
}

/**
 * Marks the user's address as verified in their identities. A user who signed up at a provider gets no email identity,
 * because they never asked to sign in that way.
 */
async function verifyIdentities(tx: Transaction, { id, email, identities }: User) {
  if (identities.every(({ provider }) => provider === 'email' || provider === 'phone')) {
    await mergeIdentity(tx, id, 'email', { email, email_verified: true })
  }
  await verifyAddress(tx, id, email)
}

/** Confirms a user's number, like `confirmEmail`. */
export async function confirmPhone(tx: Transaction, user: User) {
  await updateUser(tx, user.id, {
    phone_confirmed_at: user.phone_confirmed_at ?? new Date(),
    confirmation_token: '',
    is_anonymous: false,
    raw_user_meta_data: { ...user.raw_user_meta_data, phone_verified: true },
  })
  await mergeIdentity(tx, user.id, 'phone', { phone: user.phone, phone_verified: true })
  await refreshProviders(tx, user.id)
  await dropTokens(tx, user.id)
  await markConfirmed(tx, user.id)
}
