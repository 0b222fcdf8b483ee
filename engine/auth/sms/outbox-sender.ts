import { createOutbox } from '../../mail/mail-folder.ts'
import type { SendText } from './sms-sender.ts'

/** Writes each message into a file beside the mails and prints it, for development without a phone. */
export function outboxSender(dir: string): SendText {
  const outbox = createOutbox(dir, 'sms')
  return async ({ phone, text }) => {
    const file = await outbox.save(Buffer.from(`To: +${phone}\n\n${text}\n`))
    console.log(`SMS to +${phone}: ${text}\n  ${file}`)
  }
}
