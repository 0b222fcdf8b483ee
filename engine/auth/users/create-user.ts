import { randomUUID } from 'node:crypto'
import type { Transaction } from '../../database/database.ts'
import { insertIdentity } from './identity-rows.ts'
import type { Metadata, User } from './user.ts'
import { insertUser, type NewUser, reloadUser, updateUser } from './user-rows.ts'

export type CreateUserParams = Pick<NewUser, 'email' | 'phone' | 'passwordHash' | 'userMetadata'> & {
  id?: string
  audience?: string
  role?: string
  appMetadata?: Metadata
  /** The submitted data that the identity keeps. */
  identityData?: Metadata
  isAnonymous?: boolean
}

/**
 * Creates an unconfirmed user with one identity for each contact; an anonymous one has none. Undefined when the
 * address, the number or the id is taken. The role is set by a second statement, as in GoTrue: projects have triggers
 * that depend on it.
 */
export async function createUser(tx: Transaction, newcomer: CreateUserParams): Promise<User | undefined> {
  const { email, phone, role = 'authenticated', identityData = {} } = newcomer
  const providers = [email !== null && ('email' as const), phone !== null && ('phone' as const)].filter(
    (provider) => provider !== false,
  )
  const user: NewUser = {
    id: newcomer.id ?? randomUUID(),
    audience: newcomer.audience ?? 'authenticated',
    email,
    phone,
    passwordHash: newcomer.passwordHash,
    userMetadata: newcomer.userMetadata,
    appMetadata: { ...newcomer.appMetadata, ...(providers.length > 0 && { provider: providers[0], providers }) },
    isAnonymous: newcomer.isAnonymous ?? false,
  }
  if (!(await insertUser(tx, user))) return undefined
  for (const provider of providers) {
    const contact = provider === 'email' ? { email } : { phone }
    const facts = { sub: user.id, ...contact, email_verified: false, phone_verified: false }
    await insertIdentity(tx, user.id, provider, { ...identityData, ...facts })
  }
  await updateUser(tx, user.id, { role })
  return reloadUser(tx, user.id)
}
