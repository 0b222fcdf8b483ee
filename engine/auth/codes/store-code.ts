import type { Transaction } from '../../database/database.ts'
import type { User } from '../users/user.ts'
import { lockUser, updateUser } from '../users/user-rows.ts'
import type { OneTimeCode } from './one-time-codes.ts'
import { dropToken, storeToken, type Token, type TokenPurpose, type TokenType } from './one-time-tokens.ts'

/** The columns of a user that record when the last code of each kind was sent. */
const sentAtColumns = {
  confirmation_token: 'confirmation_sent_at',
  recovery_token: 'recovery_sent_at',
  reauthentication_token: 'reauthentication_sent_at',
  phone_change_token: 'phone_change_sent_at',
  email_change_token_new: 'email_change_sent_at',
  email_change_token_current: 'email_change_sent_at',
} as const satisfies Record<TokenType, keyof User>

/** The types of which a user has one token at a time; a change of address has two sides. */
export type SingleTokenType = Exclude<TokenType, 'email_change_token_new' | 'email_change_token_current'>

export const sentAt = (user: User, type: TokenType) => user[sentAtColumns[type]]

/**
 * Stores a code until it is used, replacing an older one of its type. Returns a function that restores the earlier
 * state, unless a newer code was stored meanwhile. `user` is the user before the change.
 */
export async function storeCode(
  tx: Transaction,
  user: User,
  { type, address, proves = null }: { type: SingleTokenType; address: string; proves?: TokenPurpose },
  { kept }: OneTimeCode,
): Promise<(tx: Transaction) => Promise<void>> {
  await updateUser(tx, user.id, { [type]: kept.linkHash, [sentAtColumns[type]]: new Date() })
  const earlier = await storeToken(tx, user.id, { type, address, proves, ...kept })
  return async (tx) => {
    if ((await lockUser(tx, user.id))?.[type] !== kept.linkHash) return
    await updateUser(tx, user.id, { [type]: user[type] ?? '', [sentAtColumns[type]]: user[sentAtColumns[type]] })
    await setToken(tx, user.id, type, earlier)
  }
}

/** Sets the token of this type, or removes it. */
export async function setToken(
  tx: Transaction,
  userId: string,
  type: TokenType,
  token: Token | undefined,
): Promise<Token | undefined> {
  if (token) return storeToken(tx, userId, token)
  return dropToken(tx, userId, type)
}
