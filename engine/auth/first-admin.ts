import type { Transaction } from '../database/database.ts'
import { parseEmail } from './people/addresses.ts'
import { confirmEmail } from './people/confirm.ts'
import { createUser } from './people/create-user.ts'
import { hashPassword } from './people/passwords.ts'
import type { Metadata } from './people/user.ts'

/**
 * Creates somebody who can sign in at once, without any mail, and returns their id. Throws when the address has an
 * account already.
 */
export async function createConfirmedUser(
  tx: Transaction,
  { email, password, metadata }: { email: string; password: string; metadata: Metadata },
): Promise<string> {
  const user = await createUser(tx, {
    email: parseEmail(email),
    phone: null,
    passwordHash: await hashPassword(password),
    userMetadata: metadata,
  })
  if (!user) throw new Error(`There is a user with the address ${email} already.`)
  await confirmEmail(tx, user)
  return user.id
}
