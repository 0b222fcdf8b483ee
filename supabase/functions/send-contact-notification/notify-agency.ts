import { type Fields, Refusal, textField } from '../_shared/http.ts'
import {
  type EnquiryContext,
  isSuspicious,
  mailMessage,
  mailSuspicious,
  type StoredMessage,
} from '../_shared/mails/enquiries/send.ts'

const REPEAT_WINDOW_MS = 10 * 60 * 1000

/**
 * Mails the stored message of a visitor to the agency, once. Anyone may call: the request only identifies the row, and
 * only the row's content is mailed. Suspicious messages are kept apart, without telling the sender.
 */
export async function notifyAgency(fields: Fields, outside: EnquiryContext) {
  const same = (await outside.messages.latestFrom(textField(fields, 'email'))).filter((message) =>
    isSame(message, fields),
  )
  const waiting = same.filter(({ notifiedAt }) => notifiedAt === null)
  const ordinary = waiting.find((message) => !isSuspicious(message))
  // A failed mail is not the visitor's concern, since the message is stored; send-due-mails sends it later.
  if (ordinary) await mailMessage(ordinary, outside).catch((error: unknown) => console.error(error))
  // If there is no ordinary message, it is suspicious, a repeated request, or unknown.
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
