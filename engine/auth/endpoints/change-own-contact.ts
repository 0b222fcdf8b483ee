import type { FastifyRequest } from 'fastify'
import type { Transaction } from '../../database/database.ts'
import { changeEmail } from '../accounts/change-email.ts'
import { changePhone } from '../accounts/change-phone.ts'
import type { Challenge } from '../codes/pkce-flow.ts'
import { authErrors } from '../errors.ts'
import { chooseRedirect } from '../http/redirects.ts'
import { deliver, prepareEmailChange } from '../mail/prepare-mails.ts'
import { preparePhoneChange } from '../mail/prepare-text-messages.ts'
import { isEmailTaken, isPhoneTaken, lockUser } from '../users/user-rows.ts'
import { visitorOf } from '../visitor.ts'

export async function requestEmailChange(request: FastifyRequest, newEmail: string, challenge: Challenge | undefined) {
  const { server: app, person } = request
  const { id } = person.user
  const target = { redirectTo: chooseRedirect(request, app.authSettings), challenge }
  const mailing = await app.database.transaction({}, async (tx) => {
    if (await isEmailTaken(tx, newEmail, id)) throw authErrors.emailTaken()
    return prepareEmailChange(app, tx, id, { ...target, newEmail })
  })
  await deliver(app, mailing, visitorOf(request))
}

export async function requestPhoneChange(request: FastifyRequest, phone: string) {
  const { server: app, person } = request
  const { id } = person.user
  if (!app.authSettings.phoneEnabled) throw authErrors.phoneUnsupported()
  const mailing = await app.database.transaction({}, async (tx) => {
    if (await isPhoneTaken(tx, phone, id)) throw authErrors.ownPhoneTaken()
    return preparePhoneChange(app, tx, id, phone)
  })
  await deliver(app, mailing, visitorOf(request))
}

/** Sets the address of an anonymous user where no confirmation is required. */
export async function setEmailWithoutConfirmation(tx: Transaction, userId: string, email: string) {
  if (await isEmailTaken(tx, email, userId)) throw authErrors.emailTaken()
  const user = await lockUser(tx, userId)
  if (!user) throw authErrors.userGone()
  await changeEmail(tx, user, email)
}

export async function setPhoneWithoutConfirmation(tx: Transaction, userId: string, phone: string) {
  if (await isPhoneTaken(tx, phone, userId)) throw authErrors.ownPhoneTaken()
  const user = await lockUser(tx, userId)
  if (!user) throw authErrors.userGone()
  await changePhone(tx, user, phone)
}
