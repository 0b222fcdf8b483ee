import pg from 'pg'
import type { Transaction } from '../../database/database.ts'
import { authErrors } from '../errors.ts'
import { createUser } from './create-user.ts'
import type { Metadata, User } from './user.ts'
import { reloadUser, updateUser } from './users.ts'

type Registration = { email: string; passwordHash: string; data: Metadata }

/**
 * Creates somebody who registers themselves. Undefined when the address was taken meanwhile. What the project's
 * triggers refuse fails the whole registration.
 */
export async function registerUser(
  tx: Transaction,
  { email, passwordHash, data }: Registration,
): Promise<User | undefined> {
  try {
    const user = await createUser(tx, { email, phone: null, passwordHash, userMetadata: data, identityData: data })
    if (!user) return undefined
    // Last, so that nobody passes their address off as verified.
    const facts = { sub: user.id, email, email_verified: false, phone_verified: false }
    await updateUser(tx, user.id, { raw_user_meta_data: { ...user.raw_user_meta_data, ...facts } })
    return await reloadUser(tx, user.id)
  } catch (error) {
    throw error instanceof pg.DatabaseError ? authErrors.savingUserFailed(error) : error
  }
}
