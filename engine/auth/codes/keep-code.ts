import type { Transaction } from '../../database/database.ts'
import type { User } from '../users/user.ts'
import { lockUser, updateUser } from '../users/users.ts'
import type { OneTimeCode } from './one-time-codes.ts'
import { dropToken, keepToken, type Proof, type Token, type TokenType } from './one-time-tokens.ts'

/** Where the person's row says when the last code of each kind went out. */
const sentAtOf = {
  confirmation_token: 'confirmation_sent_at',
  recovery_token: 'recovery_sent_at',
  reauthentication_token: 'reauthentication_sent_at',
  phone_change_token: 'phone_change_sent_at',
  email_change_token_new: 'email_change_sent_at',
  email_change_token_current: 'email_change_sent_at',
} as const satisfies Record<TokenType, keyof User>

/** The kinds of which a person waits for one at a time; a change of address has two sides. */
export type SingleTokenType = Exclude<TokenType, 'email_change_token_new' | 'email_change_token_current'>

export const sentAt = (user: User, type: TokenType) => user[sentAtOf[type]]

/**
 * Keeps a code until it is used, in place of an older one of its kind. Returns how to take it back, as if it had never
 * been, unless a newer one came meanwhile. `user` is the person as they were before.
 */
export async function keepCode(
  tx: Transaction,
  user: User,
  { type, address, proves = null }: { type: SingleTokenType; address: string; proves?: Proof },
  { kept }: OneTimeCode,
): Promise<(tx: Transaction) => Promise<void>> {
  await updateUser(tx, user.id, { [type]: kept.linkHash, [sentAtOf[type]]: new Date() })
  const earlier = await keepToken(tx, user.id, { type, address, proves, ...kept })
  return async (tx) => {
    if ((await lockUser(tx, user.id))?.[type] !== kept.linkHash) return
    await updateUser(tx, user.id, { [type]: user[type] ?? '', [sentAtOf[type]]: user[sentAtOf[type]] })
    await setToken(tx, user.id, type, earlier)
  }
}

/** The token of this type is the given one, or there is none. */
export async function setToken(
  tx: Transaction,
  userId: string,
  type: TokenType,
  token: Token | undefined,
): Promise<Token | undefined> {
  if (token) return keepToken(tx, userId, token)
  return dropToken(tx, userId, type)
}
