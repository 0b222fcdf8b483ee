import type { Transaction } from '../../database/database.ts'
import { keepCode, type SingleTokenType, sentAt } from '../codes/keep-code.ts'
import { codeOf, newCode } from '../codes/one-time-codes.ts'
import { authErrors } from '../errors.ts'
import { lockRecipient, type Mailing, type Services } from '../mail/letters.ts'
import { updateUser } from '../people/users.ts'

/** Asks the person to confirm their number; for who has, it is how they sign in. */
export async function preparePhoneConfirmation(app: Services, tx: Transaction, userId: string): Promise<Mailing> {
  const { phone } = await lockRecipient(tx, userId)
  return prepareText(app, tx, userId, phone ?? '', 'confirmation_token')
}

/** Asks the new number to confirm the change. */
export async function preparePhoneChange(
  app: Services,
  tx: Transaction,
  userId: string,
  phone: string,
): Promise<Mailing> {
  const { phone_change } = await lockRecipient(tx, userId)
  const { letters, takeBack } = await prepareText(app, tx, userId, phone, 'phone_change_token')
  await updateUser(tx, userId, { phone_change: phone })
  return {
    letters,
    async takeBack(tx) {
      await takeBack(tx)
      await updateUser(tx, userId, { phone_change: phone_change ?? '' })
    },
  }
}

/** Lets the person show that they still have their phone. */
export async function preparePhoneReauthentication(app: Services, tx: Transaction, userId: string): Promise<Mailing> {
  const { phone } = await lockRecipient(tx, userId)
  return prepareText(app, tx, userId, phone ?? '', 'reauthentication_token')
}

async function prepareText(
  app: Services,
  tx: Transaction,
  userId: string,
  to: string,
  tokenType: SingleTokenType,
): Promise<Mailing> {
  const user = await lockRecipient(tx, userId)
  app.authSms.requireInterval(sentAt(user, tokenType))
  const fixed = app.authSettings.fixedCodes.get(to)
  const code = fixed === undefined ? newCode(to, SMS_CODE_LENGTH, false) : codeOf(to, fixed)
  const takeBack = await keepCode(tx, user, tokenType, to, code)
  return { letters: [{ kind: 'sms', user, to, code }], takeBack }
}

const SMS_CODE_LENGTH = 6

/** Throws for a way that no message goes by. Which of the two it goes by is the webhook's business. */
export function requireChannel(channel: string) {
  if (!['', 'sms', 'whatsapp'].includes(channel)) throw authErrors.channelUnknown()
}
