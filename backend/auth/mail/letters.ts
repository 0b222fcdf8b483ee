import type { Database, Transaction } from '../../database/database.ts'
import { type Challenge, type FlowMethod, startFlow } from '../codes/flow-state.ts'
import { newCode } from '../codes/one-time-codes.ts'
import { dropToken, keepToken, type TokenType } from '../codes/one-time-tokens.ts'
import type { User } from '../people/user.ts'
import { lockUser, removeRegistration, updateUser } from '../people/users.ts'
import type { AuthSettings } from '../settings.ts'
import type { AuthMail, Letter } from './auth-mail.ts'

type Services = { authSettings: AuthSettings; authMail: AuthMail }

/** Where the link leads in the end, and by which flow it was asked for. */
export type LinkTarget = { redirectTo: string; challenge: Challenge | undefined }

/** Letters whose links are in the database, and how to take the links back. */
export type Mailing = { letters: Letter[]; takeBack(tx: Transaction): Promise<void> }

/**
 * Sends what a transaction has prepared, once it is committed: a mail server may take its time, and nobody else
 * should wait for it on the database. When it fails, everything is as it was before.
 */
export async function deliver(app: Services & { database: Database }, { letters, takeBack }: Mailing) {
  try {
    for (const letter of letters) await app.authMail.send(letter)
  } catch (error) {
    await app.database.transaction({}, takeBack)
    throw error
  }
}

/** As the mailing, for somebody who has just registered: they go with the link that never reached them. */
export const withRegistration = ({ letters }: Mailing): Mailing => ({
  letters,
  async takeBack(tx) {
    for (const { user, code } of letters) await removeRegistration(tx, user.id, code.hash)
  },
})

/** Asks the person to confirm their address. */
export async function prepareConfirmation(
  app: Services,
  tx: Transaction,
  userId: string,
  target: LinkTarget,
): Promise<Mailing> {
  const user = await lockRecipient(tx, userId)
  const to = user.email ?? ''
  app.authMail.requireInterval(user.confirmation_sent_at)
  const code = newCode(to, app.authSettings.otpLength, target.challenge !== undefined)
  await updateUser(tx, user.id, { confirmation_token: code.hash, confirmation_sent_at: new Date() })
  await keepToken(tx, user.id, 'confirmation_token', to, code.hash)
  await rememberFlow(tx, user, 'email/signup', target)
  return {
    letters: [{ kind: 'confirmation', linkType: 'signup', user, to, code, redirectTo: target.redirectTo }],
    async takeBack(tx) {
      if ((await lockUser(tx, user.id))?.confirmation_token !== code.hash) return
      const { confirmation_token, confirmation_sent_at } = user
      await updateUser(tx, user.id, { confirmation_token: confirmation_token ?? '', confirmation_sent_at })
      await setToken(tx, user.id, 'confirmation_token', to, confirmation_token)
    },
  }
}

/** Gives the person a way to sign in once without their password, so that they can choose a new one. */
export const prepareRecovery = (app: Services, tx: Transaction, userId: string, target: LinkTarget) =>
  prepareSignInLink(app, tx, userId, target, { kind: 'recovery', linkType: 'recovery' })

/** Signs the person in by mail. Shares its token, and so its interval, with the recovery mail. */
export const prepareMagicLink = (app: Services, tx: Transaction, userId: string, target: LinkTarget) =>
  prepareSignInLink(app, tx, userId, target, { kind: 'magic_link', linkType: 'magiclink' })

type SignInLink = { kind: 'recovery'; linkType: 'recovery' } | { kind: 'magic_link'; linkType: 'magiclink' }

async function prepareSignInLink(
  app: Services,
  tx: Transaction,
  userId: string,
  target: LinkTarget,
  link: SignInLink,
): Promise<Mailing> {
  const user = await lockRecipient(tx, userId)
  const to = user.email ?? ''
  app.authMail.requireInterval(user.recovery_sent_at)
  const code = newCode(to, app.authSettings.otpLength, target.challenge !== undefined)
  await updateUser(tx, user.id, { recovery_token: code.hash, recovery_sent_at: new Date() })
  await keepToken(tx, user.id, 'recovery_token', to, code.hash)
  await rememberFlow(tx, user, link.linkType, target)
  return {
    letters: [{ ...link, user, to, code, redirectTo: target.redirectTo }],
    async takeBack(tx) {
      if ((await lockUser(tx, user.id))?.recovery_token !== code.hash) return
      const { recovery_token, recovery_sent_at } = user
      await updateUser(tx, user.id, { recovery_token: recovery_token ?? '', recovery_sent_at })
      await setToken(tx, user.id, 'recovery_token', to, recovery_token)
    },
  }
}

/** Asks the new address, and where the project wants it the old one too, to confirm the change. */
export async function prepareEmailChange(
  app: Services,
  tx: Transaction,
  userId: string,
  newEmail: string,
  target: LinkTarget,
): Promise<Mailing> {
  const user = await lockRecipient(tx, userId)
  app.authMail.requireInterval(user.email_change_sent_at)
  const { otpLength, secureEmailChange } = app.authSettings
  const isPkce = target.challenge !== undefined
  const letter = {
    kind: 'email_change',
    linkType: 'email_change',
    user,
    newEmail,
    redirectTo: target.redirectTo,
  } as const
  const toNew = { ...letter, to: newEmail, code: newCode(newEmail, otpLength, isPkce) }
  const toOld =
    secureEmailChange && user.email
      ? { ...letter, to: user.email, code: newCode(user.email, otpLength, isPkce) }
      : undefined
  await updateUser(tx, user.id, {
    email_change: newEmail,
    email_change_token_new: toNew.code.hash,
    email_change_token_current: toOld?.code.hash ?? '',
    email_change_confirm_status: 0,
    email_change_sent_at: new Date(),
  })
  await setToken(tx, user.id, 'email_change_token_new', newEmail, toNew.code.hash)
  await setToken(tx, user.id, 'email_change_token_current', toOld?.to ?? '', toOld?.code.hash)
  await rememberFlow(tx, user, 'email_change', target)
  return {
    letters: toOld ? [toOld, toNew] : [toNew],
    async takeBack(tx) {
      if ((await lockUser(tx, user.id))?.email_change_token_new !== toNew.code.hash) return
      await updateUser(tx, user.id, {
        email_change: user.email_change ?? '',
        email_change_token_new: user.email_change_token_new ?? '',
        email_change_token_current: user.email_change_token_current ?? '',
        email_change_confirm_status: user.email_change_confirm_status ?? 0,
        email_change_sent_at: user.email_change_sent_at,
      })
      await setToken(tx, user.id, 'email_change_token_new', user.email_change ?? '', user.email_change_token_new)
      await setToken(tx, user.id, 'email_change_token_current', user.email ?? '', user.email_change_token_current)
    },
  }
}

/** Locked until the commit, so that of two requests at once the second sees when the first was made. */
async function lockRecipient(tx: Transaction, userId: string): Promise<User> {
  const user = await lockUser(tx, userId)
  if (!user) throw new Error(`The user ${userId} vanished before they could be written to.`)
  return user
}

async function rememberFlow(tx: Transaction, user: User, method: FlowMethod, { challenge }: LinkTarget) {
  if (challenge) await startFlow(tx, user.id, method, challenge)
}

/** The token of this type is the given one, or there is none. */
async function setToken(
  tx: Transaction,
  userId: string,
  type: TokenType,
  address: string,
  hash: string | null | undefined,
) {
  if (hash) await keepToken(tx, userId, type, address, hash)
  else await dropToken(tx, userId, type)
}
