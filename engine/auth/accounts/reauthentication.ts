import type { Transaction } from '../../database/database.ts'
import type { AuthSettings } from '../auth-settings.ts'
import type { OneTimeCodes } from '../codes/one-time-codes.ts'
import { dropToken, readToken } from '../codes/one-time-tokens.ts'
import { authErrors } from '../errors.ts'
import type { User } from '../users/user.ts'
import { updateUser } from '../users/user-rows.ts'
import { SMS_EXPIRY_MS } from './redeem-one-time-token.ts'

/** Uses up the code that /reauthenticate sent; throws where the code is wrong or expired. */
export async function redeemNonce(
  tx: Transaction,
  user: User,
  nonce: string,
  { authSettings: { otpExpiryMs }, oneTimeCodes }: { authSettings: AuthSettings; oneTimeCodes: OneTimeCodes },
) {
  const sentAt = user.reauthentication_sent_at
  const lifetimeMs = user.email ? otpExpiryMs : SMS_EXPIRY_MS
  const isCurrent = sentAt !== null && Date.parse(sentAt) + lifetimeMs > Date.now()
  const wanted = await readToken(tx, user.id, 'reauthentication_token')
  if (!isCurrent || oneTimeCodes.hash(user.email || user.phone || '', nonce) !== wanted?.codeHash)
    throw authErrors.reauthenticationNotValid()
  await updateUser(tx, user.id, { reauthentication_token: '' })
  await dropToken(tx, user.id, 'reauthentication_token')
}
