import type { FastifyInstance } from 'fastify'
import { confirmPhone } from '../accounts/confirm-contact.ts'
import { registerUser } from '../accounts/register-user.ts'
import { replaceUnconfirmed } from '../accounts/unconfirmed-sign-ups.ts'
import { type UserCreationTransaction, withUserCreation } from '../accounts/user-creation.ts'
import { SIGN_UP } from '../codes/one-time-tokens.ts'
import { authErrors } from '../errors.ts'
import { hideDuration } from '../http/hide-duration.ts'
import { asRegistration, deliver } from '../mail/prepare-mails.ts'
import { preparePhoneConfirmation, requireChannel } from '../mail/prepare-text-messages.ts'
import { audit } from '../users/audit-log.ts'
import { parsePhone } from '../users/parse-contacts.ts'
import { hashPassword, randomPassword } from '../users/passwords.ts'
import { isPhoneConfirmed, type Metadata, type User } from '../users/user.ts'
import { findUserByPhone } from '../users/user-rows.ts'
import type { Visitor } from '../visitor.ts'

type PhoneOtpParams = { phone: string; mayCreate: boolean; data: Metadata; channel: string; visitor: Visitor }

/** Signs in by a code to the phone, or signs up an unknown number. */
export function phoneOtp(app: FastifyInstance) {
  const { phoneEnabled, signUpEnabled, phoneAutoconfirm } = app.authSettings

  return async (asked: PhoneOtpParams) => {
    if (!phoneEnabled) throw authErrors.phoneUnsupported()
    requireChannel(asked.channel)
    const phone = parsePhone(asked.phone)
    const passwordHash = await hashPassword(randomPassword())
    await hideDuration(async () => {
      const mailing = await withUserCreation(app, asked.visitor, async (tx) => {
        const known = await findUserByPhone(tx, phone)
        const isNewSignUp = !known || (await replaceUnconfirmed(app, tx, known, { ...asked, passwordHash }))
        const user = known ?? (await register(tx, phone, asked, passwordHash))
        const action = isPhoneConfirmed(user) ? 'user_recovery_requested' : 'user_confirmation_requested'
        await audit(tx, user, action, asked.visitor, { provider: 'phone' })
        const mailing = await preparePhoneConfirmation(app, tx, user.id, isNewSignUp ? SIGN_UP : null)
        return known ? mailing : asRegistration(mailing)
      })
      await deliver(app, mailing, asked.visitor)
    })
    return {}
  }

  async function register(
    tx: UserCreationTransaction,
    phone: string,
    { mayCreate, data }: PhoneOtpParams,
    passwordHash: string,
  ): Promise<User> {
    if (!mayCreate) throw authErrors.otpSignUpDisabled()
    if (!signUpEnabled) throw authErrors.signUpDisabled()
    const user = await registerUser(tx, { email: null, phone, data, passwordHash })
    if (!user) throw authErrors.savingUserFailed(new Error('Somebody registered the number at the same time.'))
    if (phoneAutoconfirm) await confirmPhone(tx, user)
    return user
  }
}
