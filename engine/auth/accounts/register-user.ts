import pg from 'pg'
import { authErrors } from '../errors.ts'
import { type CreateUserParams, createUser } from '../users/create-user.ts'
import type { Metadata, User } from '../users/user.ts'
import { reloadUser, updateUser } from '../users/user-rows.ts'
import { markUnconfirmed } from './unconfirmed-sign-ups.ts'
import type { UserCreationTransaction } from './user-creation.ts'

type Registration = Pick<CreateUserParams, 'email' | 'phone' | 'passwordHash'> & { data: Metadata }

/**
 * Creates a user who signs up and has yet to confirm the address or number. Undefined when that was taken meanwhile. An
 * error in the project's triggers fails the whole sign-up.
 */
export async function registerUser(
  tx: UserCreationTransaction,
  { data, ...contact }: Registration,
): Promise<User | undefined> {
  return refuseAsNotSaved(async () => {
    const user = await createUser(tx, { ...contact, ...newUserId(tx), userMetadata: data, identityData: data })
    if (!user) return undefined
    // Set last, so that submitted data cannot claim a verified address.
    const facts = {
      sub: user.id,
      ...(contact.email !== null && { email: contact.email }),
      ...(contact.phone !== null && { phone: contact.phone }),
      email_verified: false,
      phone_verified: false,
    }
    await updateUser(tx, user.id, { raw_user_meta_data: { ...user.raw_user_meta_data, ...facts } })
    await markUnconfirmed(tx, user.id)
    return tx.requirePermit(await reloadUser(tx, user.id))
  })
}

/** Creates an anonymous user. */
export async function registerAnonymousUser(tx: UserCreationTransaction, data: Metadata): Promise<User> {
  const nobody = {
    ...newUserId(tx),
    email: null,
    phone: null,
    passwordHash: null,
    userMetadata: data,
    isAnonymous: true,
  }
  const user = await refuseAsNotSaved(() => createUser(tx, nobody))
  if (!user) throw new Error('A user without an address was not inserted because an address was taken.')
  return tx.requirePermit(user)
}

/** The id that was already shown to the before_user_created hook. */
function newUserId(tx: UserCreationTransaction) {
  const { permittedId: id } = tx
  return id === undefined ? {} : { id }
}

async function refuseAsNotSaved<T>(save: () => Promise<T>): Promise<T> {
  try {
    return await save()
  } catch (error) {
    throw error instanceof pg.DatabaseError ? authErrors.savingUserFailed(error) : error
  }
}
