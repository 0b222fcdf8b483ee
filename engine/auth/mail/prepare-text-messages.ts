import type { Transaction } from '../../database/database.ts'
import type { TokenPurpose } from '../codes/one-time-tokens.ts'
import { type SingleTokenType, sentAt, storeCode } from '../codes/store-code.ts'
import { authErrors } from '../errors.ts'
import { updateUser } from '../users/user-rows.ts'
import { lockRecipient, type Mailing, type Services } from './prepare-mails.ts'

/** Prepares the code that confirms a user's number, or signs in a user whose number is confirmed. */
export async function preparePhoneConfirmation(
  app: Services,
  tx: Transaction,
  userId: string,
  proves: TokenPurpose = null,
): Promise<Mailing> {
  const { phone } = await lockRecipient(tx, userId)
  return prepareText(app, tx, userId, { type: 'confirmation_token', address: phone ?? '', proves })
}

/** Prepares the code that confirms a change of number. */
export async function preparePhoneChange(
  app: Services,
  tx: Transaction,
  userId: string,
  phone: string,
): Promise<Mailing> {
  const { phone_change } = await lockRecipient(tx, userId)
  const { takeBack, ...mailing } = await prepareText(app, tx, userId, { type: 'phone_change_token', address: phone })
  await updateUser(tx, userId, { phone_change: phone })
  return {
    ...mailing,
    async takeBack(tx) {
      await takeBack(tx)
      await updateUser(tx, userId, { phone_change: phone_change ?? '' })
    },
  }
}

/** Prepares the code by which a user shows that they still have their phone. */
export async function preparePhoneReauthentication(app: Services, tx: Transaction, userId: string): Promise<Mailing> {
  const { phone } = await lockRecipient(tx, userId)
  return prepareText(app, tx, userId, { type: 'reauthentication_token', address: phone ?? '' })
}

async function prepareText(
  app: Services,
  tx: Transaction,
  userId: string,
  token: { type: SingleTokenType; address: string; proves?: TokenPurpose },
): Promise<Mailing> {
  const to = token.address
  const user = await lockRecipient(tx, userId)
  app.authSms.requireInterval(sentAt(user, token.type))
  const fixed = app.authSettings.fixedCodes.get(to)
  const codes = app.oneTimeCodes
  const code = fixed === undefined ? codes.create(to, SMS_CODE_LENGTH) : codes.of(to, fixed)
  const takeBack = await storeCode(tx, user, token, code)
  return { letters: [{ kind: 'sms', user, to, code }], queued: [], takeBack }
}

const SMS_CODE_LENGTH = 6

/** Throws for an unknown channel. Which of the two is used is up to the webhook. */
export function requireChannel(channel: string) {
  if (!['', 'sms', 'whatsapp'].includes(channel)) throw authErrors.channelUnknown()
}
