import type { Transaction } from '../../database/database.ts'
import { type Challenge, type FlowMethod, startFlow } from '../codes/flow-state.ts'
import { newCode } from '../codes/one-time-codes.ts'
import { keepToken } from '../codes/one-time-tokens.ts'
import type { User } from '../people/user.ts'
import { updateUser } from '../people/users.ts'
import type { AuthSettings } from '../settings.ts'
import type { AuthMail } from './auth-mail.ts'

type Services = { authSettings: AuthSettings; authMail: AuthMail }

/** Where the link leads in the end, and by which flow it was asked for. */
export type LinkTarget = { redirectTo: string; challenge: Challenge | undefined }

/** Asks the person to confirm their address. */
export async function sendConfirmation(app: Services, tx: Transaction, user: User, target: LinkTarget) {
  const to = user.email ?? ''
  app.authMail.requireInterval(user.confirmation_sent_at)
  const code = newCode(to, app.authSettings.otpLength, target.challenge !== undefined)
  await updateUser(tx, user.id, { confirmation_token: code.hash, confirmation_sent_at: new Date() })
  await keepToken(tx, user.id, 'confirmation_token', to, code.hash)
  await rememberFlow(tx, user, 'email/signup', target)
  await app.authMail.send({
    kind: 'confirmation',
    linkType: 'signup',
    user,
    to,
    code,
    redirectTo: target.redirectTo,
  })
}

/** Gives the person a way to sign in once without their password, so that they can choose a new one. */
export async function sendRecovery(app: Services, tx: Transaction, user: User, target: LinkTarget) {
  await sendSignInLink(app, tx, user, target, { kind: 'recovery', linkType: 'recovery', method: 'recovery' })
}

/** Signs the person in by mail. Shares its token, and so its interval, with the recovery mail. */
export async function sendMagicLink(app: Services, tx: Transaction, user: User, target: LinkTarget) {
  await sendSignInLink(app, tx, user, target, { kind: 'magic_link', linkType: 'magiclink', method: 'magiclink' })
}

type SignInLink =
  | { kind: 'recovery'; linkType: 'recovery'; method: 'recovery' }
  | { kind: 'magic_link'; linkType: 'magiclink'; method: 'magiclink' }

async function sendSignInLink(
  app: Services,
  tx: Transaction,
  user: User,
  target: LinkTarget,
  { kind, linkType, method }: SignInLink,
) {
  const to = user.email ?? ''
  app.authMail.requireInterval(user.recovery_sent_at)
  const code = newCode(to, app.authSettings.otpLength, target.challenge !== undefined)
  await updateUser(tx, user.id, { recovery_token: code.hash, recovery_sent_at: new Date() })
  await keepToken(tx, user.id, 'recovery_token', to, code.hash)
  await rememberFlow(tx, user, method, target)
  await app.authMail.send({ kind, linkType, user, to, code, redirectTo: target.redirectTo })
}

/** Asks the new address, and where the project wants it the old one too, to confirm the change. */
export async function sendEmailChange(
  app: Services,
  tx: Transaction,
  user: User,
  newEmail: string,
  target: LinkTarget,
) {
  app.authMail.requireInterval(user.email_change_sent_at)
  const { otpLength, secureEmailChange } = app.authSettings
  const isPkce = target.challenge !== undefined
  const toNew = newCode(newEmail, otpLength, isPkce)
  const toOld = secureEmailChange && user.email ? newCode(user.email, otpLength, isPkce) : undefined
  await updateUser(tx, user.id, {
    email_change: newEmail,
    email_change_token_new: toNew.hash,
    email_change_token_current: toOld?.hash ?? '',
    email_change_confirm_status: 0,
    email_change_sent_at: new Date(),
  })
  await keepToken(tx, user.id, 'email_change_token_new', newEmail, toNew.hash)
  await rememberFlow(tx, user, 'email_change', target)
  const letter = {
    kind: 'email_change',
    linkType: 'email_change',
    user,
    newEmail,
    redirectTo: target.redirectTo,
  } as const
  if (toOld && user.email) {
    await keepToken(tx, user.id, 'email_change_token_current', user.email, toOld.hash)
    await app.authMail.send({ ...letter, to: user.email, code: toOld })
  }
  await app.authMail.send({ ...letter, to: newEmail, code: toNew })
}

async function rememberFlow(tx: Transaction, user: User, method: FlowMethod, { challenge }: LinkTarget) {
  if (challenge) await startFlow(tx, user.id, method, challenge)
}
