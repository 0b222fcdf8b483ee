import type { Transaction } from '../../database/database.ts'
import { authErrors } from '../errors.ts'
import type { Visitor } from '../http/visitor.ts'
import { audit } from '../people/audit.ts'
import { changeEmail } from '../people/change-email.ts'
import { confirmEmail } from '../people/confirm.ts'
import { isBanned, isConfirmed, type User } from '../people/user.ts'
import { updateUser } from '../people/users.ts'
import type { AuthSettings } from '../settings.ts'
import { dropToken, dropTokens, type FoundToken, findToken, type TokenType } from './one-time-tokens.ts'

/** Which tokens a link or code of each type may use. `email` is what a client says that doesn't know which it was. */
const tokensOf = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  recovery: ['recovery_token'],
  magiclink: ['recovery_token'],
  email: ['confirmation_token', 'recovery_token'],
  email_change: ['email_change_token_new', 'email_change_token_current'],
} satisfies Record<string, TokenType[]>

export type VerificationType = keyof typeof tokensOf

export const isVerificationType = (type: string): type is VerificationType => Object.hasOwn(tokensOf, type)

/** `half`: of a change of address the one side has agreed, and the other is waited for. */
export type Used = { user: User; half: boolean }

/** Uses a token up and does what it stands for; undefined for one that is wrong, used or too old. */
export async function useToken(
  tx: Transaction,
  type: VerificationType,
  hash: string,
  settings: AuthSettings,
  visitor: Visitor,
): Promise<Used | undefined> {
  const found = await findToken(tx, tokensOf[type], hash)
  if (!found || isExpired(found, settings)) return undefined
  const { user, tokenType } = found
  if (isBanned(user)) throw authErrors.banned()
  if (tokenType === 'confirmation_token') await confirm(tx, user, visitor)
  else if (tokenType === 'recovery_token') await signInByMail(tx, user, visitor)
  else return { user, half: !(await agreeToEmailChange(tx, found, settings, visitor)) }
  return { user, half: false }
}

function isExpired({ tokenType, user }: FoundToken, { otpExpiryMs }: AuthSettings): boolean {
  const sentAt = {
    confirmation_token: user.confirmation_sent_at,
    recovery_token: user.recovery_sent_at,
    email_change_token_new: user.email_change_sent_at,
    email_change_token_current: user.email_change_sent_at,
  }[tokenType]
  return sentAt === null || Date.parse(sentAt) + otpExpiryMs < Date.now()
}

async function confirm(tx: Transaction, user: User, visitor: Visitor) {
  await confirmEmail(tx, user)
  await audit(tx, user, 'user_signedup', visitor, { provider: 'email' })
}

/** Whoever reads the mail has the address, so this confirms it as well. */
async function signInByMail(tx: Transaction, user: User, visitor: Visitor) {
  await updateUser(tx, user.id, { recovery_token: '' })
  if (isConfirmed(user)) await dropTokens(tx, user.id)
  else await confirm(tx, user, visitor)
}

/** True once every side that is asked has agreed and the address is changed. */
async function agreeToEmailChange(
  tx: Transaction,
  { user, tokenType }: FoundToken,
  { secureEmailChange }: AuthSettings,
  visitor: Visitor,
): Promise<boolean> {
  if (secureEmailChange && user.email && user.email_change_confirm_status === 0) {
    const column = tokenType === 'email_change_token_new' ? 'email_change_token_new' : 'email_change_token_current'
    await updateUser(tx, user.id, { email_change_confirm_status: 1, [column]: '' })
    await dropToken(tx, user.id, tokenType)
    return false
  }
  await changeEmail(tx, user, user.email_change ?? '')
  await audit(tx, user, 'user_modified', visitor)
  return true
}
