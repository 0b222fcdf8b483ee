import type { FastifyInstance } from 'fastify'
import type { Transaction } from '../../database/database.ts'
import type { AuthSettings } from '../auth-settings.ts'
import {
  dropToken,
  dropTokens,
  type FoundToken,
  findToken,
  type PresentedToken,
  SIGN_UP,
  type TokenType,
} from '../codes/one-time-tokens.ts'
import { sentAt } from '../codes/store-code.ts'
import { authErrors } from '../errors.ts'
import { audit } from '../users/audit-log.ts'
import { removeIdentity } from '../users/identity-rows.ts'
import { type Identity, isBanned, isConfirmed, isPhoneConfirmed, type User } from '../users/user.ts'
import { updateUser } from '../users/user-rows.ts'
import type { Visitor } from '../visitor.ts'
import { changeEmail, currentAddressToConfirm } from './change-email.ts'
import { changePhone } from './change-phone.ts'
import { confirmEmail, confirmPhone } from './confirm-contact.ts'
import { lockUnconfirmed, replaceSignUp } from './unconfirmed-sign-ups.ts'
import type { WithAuthFeatures } from './user-owned-rows.ts'

/**
 * Codes in text messages expire after a minute: the message arrives at once or never, and a short code can be guessed.
 */
export const SMS_EXPIRY_MS = 60_000

/**
 * The token types that a link or code of each type may use. `email` is used by clients that do not know which type it
 * was.
 */
const tokenTypesByVerification = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  recovery: ['recovery_token'],
  magiclink: ['recovery_token'],
  email: ['confirmation_token', 'recovery_token'],
  email_change: ['email_change_token_new', 'email_change_token_current'],
  sms: ['confirmation_token'],
  phone_change: ['phone_change_token'],
} satisfies Record<string, TokenType[]>

export type VerificationType = keyof typeof tokenTypesByVerification

const isVerificationType = (type: string): type is VerificationType => Object.hasOwn(tokenTypesByVerification, type)

/** The types of codes in text messages, which have no link. */
export type PhoneVerification = 'sms' | 'phone_change'

export const isForPhone = (type: string): type is PhoneVerification => type === 'sms' || type === 'phone_change'

export type MailVerification = Exclude<VerificationType, PhoneVerification>

export const isForMail = (type: string): type is MailVerification => isVerificationType(type) && !isForPhone(type)

type Service = WithAuthFeatures & Pick<FastifyInstance, 'authSettings'>

/** `half`: one side has agreed to a change of address, and the other has not yet. */
export type RedeemTokenResult = { user: User; half: boolean }

/** What is presented: the token or code, and the type that the client claims. */
type TokenAttempt = { type: VerificationType; shown: PresentedToken; visitor: Visitor }

/** Uses a token up and does what it stands for; undefined for one that is wrong, used or expired. */
export async function redeemToken(
  app: Service,
  tx: Transaction,
  { type, shown, visitor }: TokenAttempt,
): Promise<RedeemTokenResult | undefined> {
  const found = await findToken(tx, tokenTypesByVerification[type], shown)
  if (!found || isForPhone(type) !== wasSentToPhone(found) || isExpired(found, shown, app.authSettings))
    return undefined
  const { user, type: tokenType } = found
  if (isBanned(user)) throw authErrors.banned()
  if (type === 'phone_change') await confirmPhoneChange(tx, user, visitor)
  else if (type === 'sms') await signInByText(app, tx, found, visitor)
  else if (tokenType === 'confirmation_token') await confirm(app, tx, found, visitor)
  else if (tokenType === 'recovery_token') await signInByMail(app, tx, found, visitor)
  else return { user, half: !(await confirmEmailChange(tx, found, app.authSettings, visitor)) }
  return { user, half: false }
}

/** Mails and text messages share the column of the confirmation token. */
const wasSentToPhone = ({ address }: FoundToken) => !address.includes('@')

function isExpired(found: FoundToken, shown: PresentedToken, settings: AuthSettings): boolean {
  const sent = sentAt(found.user, found.type)
  return sent === null || Date.parse(sent) + lifetimeOf(found, shown, settings) < Date.now()
}

function lifetimeOf(
  found: FoundToken,
  shown: PresentedToken,
  { otpExpiryMs, invitationExpiryMs }: AuthSettings,
): number {
  if (wasSentToPhone(found)) return SMS_EXPIRY_MS
  const isInvitation = found.type === 'confirmation_token' && found.user.invited_at !== null
  return isInvitation && 'linkHash' in shown ? invitationExpiryMs : otpExpiryMs
}

async function confirm(app: Service, tx: Transaction, found: FoundToken, visitor: Visitor) {
  const user = await removeForeignIdentities(tx, await confirmWhatTokenProves(app, tx, found), found)
  await confirmEmail(tx, user)
  await audit(tx, user, user.invited_at ? 'invite_accepted' : 'user_signedup', visitor, { provider: 'email' })
}

/**
 * Decides which contents of an unconfirmed account are kept. A confirmation counts for the sign-up that its mail was
 * sent for. A user who signs in by other means, such as a magic link or a recovery, gets the account without the
 * password and identities of the person who created it and never confirmed the address or number.
 */
async function confirmWhatTokenProves(app: Service, tx: Transaction, { user, proves }: FoundToken): Promise<User> {
  const unproven = await lockUnconfirmed(tx, user.id)
  if (!unproven) return user
  const isOf = (identity: Identity) => (proves === SIGN_UP ? isContactIdentity(identity) : identity.id === proves)
  return unproven.identities.some(isOf) ? unproven : replaceSignUp(app, tx, unproven, { passwordHash: null, data: {} })
}

/** Whether the identity is the user's own address or number, not a provider's. */
const isContactIdentity = ({ provider }: Identity) => provider === 'email' || provider === 'phone'

/**
 * Removes identities that the mail was not sent for: another person may have signed in at a provider with this address,
 * waiting for its owner to confirm it. The owner can sign in with the address itself.
 */
async function removeForeignIdentities(tx: Transaction, user: User, { proves }: FoundToken): Promise<User> {
  if (isPhoneConfirmed(user)) return user
  const isProven = (identity: Identity) => isContactIdentity(identity) || identity.id === proves
  for (const { id } of user.identities.filter((identity) => !isProven(identity))) await removeIdentity(tx, id)
  return { ...user, identities: user.identities.filter(isProven) }
}

/** Signs a user in by a link or code from a mail. Reading the mail proves the address, so this confirms it as well. */
async function signInByMail(app: Service, tx: Transaction, found: FoundToken, visitor: Visitor) {
  const { user } = found
  await updateUser(tx, user.id, { recovery_token: '' })
  if (isConfirmed(user)) await dropTokens(tx, user.id)
  else await confirm(app, tx, found, visitor)
}

/** Signs a user in by a code from a text message. Reading it proves the number, so this confirms it as well. */
async function signInByText(app: Service, tx: Transaction, found: FoundToken, visitor: Visitor) {
  const user = await confirmWhatTokenProves(app, tx, found)
  if (!isPhoneConfirmed(user)) await audit(tx, user, 'user_signedup', visitor, { provider: 'phone' })
  await confirmPhone(tx, user)
}

async function confirmPhoneChange(tx: Transaction, user: User, visitor: Visitor) {
  await changePhone(tx, user, user.phone_change ?? '')
  await audit(tx, user, 'user_modified', visitor)
}

/** Returns true once every side that must agree has done so and the address is changed. */
async function confirmEmailChange(
  tx: Transaction,
  { user, type: tokenType }: FoundToken,
  settings: AuthSettings,
  visitor: Visitor,
): Promise<boolean> {
  if (currentAddressToConfirm(settings, user) !== undefined && user.email_change_confirm_status === 0) {
    const column = tokenType === 'email_change_token_new' ? 'email_change_token_new' : 'email_change_token_current'
    await updateUser(tx, user.id, { email_change_confirm_status: 1, [column]: '' })
    await dropToken(tx, user.id, tokenType)
    return false
  }
  await changeEmail(tx, user, user.email_change ?? '')
  await audit(tx, user, 'user_modified', visitor)
  return true
}
