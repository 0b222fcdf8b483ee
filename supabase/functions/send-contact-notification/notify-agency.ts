import { type Fields, Refusal, textField } from '../_shared/http.ts'
import {
  type EnquirySending,
  isSuspicious,
  mailMessage,
  mailSuspicious,
  type StoredMessage,
} from '../_shared/mails/enquiries/send.ts'

const REPEAT_WINDOW_MS = 10 * 60 * 1000

/**
 * Mails the agency the message that the caller has stored, once. The caller is anybody: what they send only finds the
 * row, and only what the row says is mailed. Suspicious messages are kept apart, and whoever sends one is not told.
 */
export async function notifyAgency(fields: Fields, outside: EnquirySending) {
  const same = (await outside.messages.latestFrom(textField(fields, 'email'))).filter((message) =>
    isSame(message, fields),
  )
  const waiting = same.filter(({ notifiedAt }) => notifiedAt === null)
  const ordinary = waiting.find((message) => !isSuspicious(message))
  // It is stored, which is all that concerns the visitor: what cannot be mailed now is mailed by the clock (send-due-mails).
  if (ordinary) await mailMessage(ordinary, outside).catch((error: unknown) => console.error(error))
  // Otherwise it is kept apart, or a second click or a reload, or nothing at all.
  else if (waiting.length === 0 && !same.some(isRecent)) throw new Refusal(404, 'There is no such message.')
  await mailSuspicious(outside)
  return { success: true }
}

function isSame(message: StoredMessage, fields: Fields): boolean {
  return (
    message.name.trim() === textField(fields, 'name') &&
    message.businessName.trim() === textField(fields, 'businessName') &&
    message.phone.trim() === textField(fields, 'phone') &&
    message.service === textField(fields, 'service') &&
    (message.message ?? '').trim() === textField(fields, 'message')
  )
}

const isRecent = ({ notifiedAt }: StoredMessage) =>
  notifiedAt !== null && Date.now() - notifiedAt.getTime() < REPEAT_WINDOW_MS
