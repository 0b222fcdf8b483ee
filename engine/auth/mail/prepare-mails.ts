import type { Database, Transaction } from '../../database/database.ts'
import { currentAddressToConfirm } from '../accounts/change-email.ts'
import type { AuthSettings } from '../auth-settings.ts'
import type { OneTimeCodes } from '../codes/one-time-codes.ts'
import { SIGN_UP, type TokenPurpose, type TokenType } from '../codes/one-time-tokens.ts'
import { type Challenge, type FlowMethod, startFlow } from '../codes/pkce-flow.ts'
import { type SingleTokenType, sentAt, setToken, storeCode } from '../codes/store-code.ts'
import type { AuthSms, CodeMessage } from '../sms/auth-sms.ts'
import type { User } from '../users/user.ts'
import { lockUser, removeRegistration, updateUser } from '../users/user-rows.ts'
import type { Visitor } from '../visitor.ts'
import type { AuthMail, Letter } from './auth-mail.ts'

export type Services = {
  authSettings: AuthSettings
  oneTimeCodes: OneTimeCodes
  authMail: AuthMail
  authSms: AuthSms
}

/** Where the link leads at the end, and the PKCE challenge it was requested with. */
export type LinkTarget = { redirectTo: string; challenge: Challenge | undefined }

/** Mails or text messages whose codes are stored, and how to remove the codes again. */
export type Mailing = {
  letters: (Letter | CodeMessage)[]
  /** The queued mails. */
  queued: readonly string[]
  takeBack(tx: Transaction): Promise<void>
}

/**
 * Sends what a transaction has prepared, after its commit: the server of mails or text messages may be slow, and no
 * transaction should stay open for it. A mail that the server does not accept now is sent later. Where the project's
 * own way fails, or a limit is reached, the codes are removed again. `asker` is undefined for an administrator.
 */
export async function deliver(
  app: Services & { database: Database },
  { letters, queued, takeBack }: Mailing,
  asker: Visitor | undefined,
) {
  try {
    for (const letter of letters) if (letter.kind === 'sms') await app.authSms.send(letter, asker)
    const [mail, ...others] = letters.filter((letter) => letter.kind !== 'sms')
    if (mail) await app.authMail.send([mail, ...others], queued, asker)
  } catch (error) {
    await app.database.transaction({}, async (tx) => {
      await app.authMail.takeBack(tx, queued)
      await takeBack(tx)
    })
    throw error
  }
}

/** The mailing of a new sign-up: if its link was never sent, the user is removed as well. */
export const asRegistration = ({ letters, queued }: Mailing): Mailing => ({
  letters,
  queued,
  async takeBack(tx) {
    for (const { user, code } of letters) await removeRegistration(tx, user.id, code.kept.linkHash)
  },
})

/**
 * Prepares the confirmation of the user's address, and what the mail is sent for. An invited user gets the invitation
 * again: its link leads to what they have yet to choose, and there is only one link at a time.
 */
export async function prepareConfirmation(
  app: Services,
  tx: Transaction,
  userId: string,
  target: LinkTarget & { proves: TokenPurpose },
): Promise<Mailing> {
  const { invited_at } = await lockRecipient(tx, userId)
  const isOfProvider = target.proves !== null && target.proves !== SIGN_UP
  if (invited_at === null || isOfProvider) return prepareLetter(app, tx, userId, { ...confirmation, ...target })
  return prepareLetter(app, tx, userId, { ...invitation, redirectTo: target.redirectTo, challenge: undefined })
}

/** Prepares a link that signs the user in once without the password, so that they can choose a new one. */
export const prepareRecovery = (app: Services, tx: Transaction, userId: string, target: LinkTarget) =>
  prepareLetter(app, tx, userId, { ...recovery, ...target })

/** Prepares a magic link. It shares its token, and therefore its interval, with the recovery mail. */
export const prepareMagicLink = (app: Services, tx: Transaction, userId: string, target: LinkTarget) =>
  prepareLetter(app, tx, userId, { ...magicLink, ...target })

/** Prepares an invitation, whose link confirms the address and signs in. An administrator may repeat it at once. */
export const prepareInvitation = (app: Services, tx: Transaction, userId: string, redirectTo: string) =>
  prepareLetter(app, tx, userId, { ...invitation, redirectTo, challenge: undefined, atOnce: true })

/** Prepares a code without a link, by which the user shows that they still read their mail. */
export const prepareReauthentication = (app: Services, tx: Transaction, userId: string) =>
  prepareLetter(app, tx, userId, { ...reauthentication, redirectTo: '', challenge: undefined })

type LetterKind = Pick<Letter, 'kind' | 'linkType'> & { tokenType: SingleTokenType; flow?: FlowMethod }

const confirmation: LetterKind = {
  kind: 'confirmation',
  linkType: 'signup',
  tokenType: 'confirmation_token',
  flow: 'email/signup',
}
const recovery: LetterKind = {
  kind: 'recovery',
  linkType: 'recovery',
  tokenType: 'recovery_token',
  flow: 'recovery',
}
const magicLink: LetterKind = {
  kind: 'magic_link',
  linkType: 'magiclink',
  tokenType: 'recovery_token',
  flow: 'magiclink',
}
const invitation: LetterKind = { kind: 'invite', linkType: 'invite', tokenType: 'confirmation_token' }
const reauthentication: LetterKind = { kind: 'reauthentication', tokenType: 'reauthentication_token' }

type LetterOptions = LinkTarget & { proves?: TokenPurpose; atOnce?: boolean }

async function prepareLetter(
  app: Services,
  tx: Transaction,
  userId: string,
  { tokenType, flow, challenge, proves = null, atOnce = false, ...letter }: LetterKind & LetterOptions,
): Promise<Mailing> {
  const user = await lockRecipient(tx, userId)
  const to = user.email ?? ''
  if (!atOnce) app.authMail.requireInterval(sentAt(user, tokenType))
  const code = app.oneTimeCodes.create(to, app.authSettings.otpLength, { pkce: challenge !== undefined })
  const takeBack = await storeCode(tx, user, { type: tokenType, address: to, proves }, code)
  if (flow && challenge) await startFlow(tx, user.id, flow, challenge)
  const letters = [{ ...letter, user, to, code }]
  return { letters, queued: await app.authMail.queue(tx, letters), takeBack }
}

/** Prepares mails that ask the new address, and the old one where it must agree, to confirm the change. */
export async function prepareEmailChange(
  app: Services,
  tx: Transaction,
  userId: string,
  { newEmail, redirectTo, challenge }: LinkTarget & { newEmail: string },
): Promise<Mailing> {
  const user = await lockRecipient(tx, userId)
  app.authMail.requireInterval(user.email_change_sent_at)
  const { otpLength } = app.authSettings
  const newCode = (address: string) => app.oneTimeCodes.create(address, otpLength, { pkce: challenge !== undefined })
  const letter = {
    kind: 'email_change',
    linkType: 'email_change',
    user,
    newEmail,
    redirectTo,
  } as const
  const toNew = { ...letter, to: newEmail, code: newCode(newEmail) }
  const old = currentAddressToConfirm(app.authSettings, user)
  const toOld = old === undefined ? undefined : { ...letter, to: old, code: newCode(old) }
  await updateUser(tx, user.id, {
    email_change: newEmail,
    email_change_token_new: toNew.code.kept.linkHash,
    email_change_token_current: toOld?.code.kept.linkHash ?? '',
    email_change_confirm_status: 0,
    email_change_sent_at: new Date(),
  })
  const [toNewType, toOldType] = ['email_change_token_new', 'email_change_token_current'] as const
  const tokenOf = ({ to, code }: typeof toNew, type: TokenType) => ({ type, address: to, proves: null, ...code.kept })
  const earlierNew = await setToken(tx, user.id, toNewType, tokenOf(toNew, toNewType))
  const earlierOld = await setToken(tx, user.id, toOldType, toOld && tokenOf(toOld, toOldType))
  if (challenge) await startFlow(tx, user.id, 'email_change', challenge)
  const letters = toOld ? [toOld, toNew] : [toNew]
  return {
    letters,
    queued: await app.authMail.queue(tx, letters),
    async takeBack(tx) {
      if ((await lockUser(tx, user.id))?.email_change_token_new !== toNew.code.kept.linkHash) return
      await updateUser(tx, user.id, {
        email_change: user.email_change ?? '',
        email_change_token_new: user.email_change_token_new ?? '',
        email_change_token_current: user.email_change_token_current ?? '',
        email_change_confirm_status: user.email_change_confirm_status ?? 0,
        email_change_sent_at: user.email_change_sent_at,
      })
      await setToken(tx, user.id, toNewType, earlierNew)
      await setToken(tx, user.id, toOldType, earlierOld)
    },
  }
}

/** Locks the user until the commit, so that of two concurrent requests the second sees the time of the first. */
export async function lockRecipient(tx: Transaction, userId: string): Promise<User> {
  const user = await lockUser(tx, userId)
  if (!user) throw new Error(`The user ${userId} vanished before they could be written to.`)
  return user
}
