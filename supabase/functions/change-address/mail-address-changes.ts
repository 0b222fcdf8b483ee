import type { Mail } from '../_shared/mail.ts'
import { type AddressMail, addressMail } from './address-mail.ts'

/** The mails about changed addresses that are not on their way yet. */
export interface AddressMails {
  due(): Promise<AddressMail[]>
  markSent(mail: AddressMail): Promise<void>
}

export type MailsOut = { mails: AddressMails; sendMail(mail: Mail): Promise<void>; siteUrl: string | undefined }

/** Puts each waiting mail into the queue, once: one that cannot be waits for the next call, and stands in no other's way. */
export async function mailAddressChanges({ mails, sendMail, siteUrl }: MailsOut): Promise<void> {
  for (const mail of await mails.due()) {
    try {
      if (!siteUrl) throw new Error('SITE_URL is not set, and a mail about an address leads there.')
      // A page with one button, which works without a script as well (web/auth/mail-link.ts).
      const page = new URL(`/auth?type=${mail.kind}-address&token=${mail.token}`, siteUrl).href
      const key = `address/${mail.id}/${mail.kind}`
      await sendMail({ ...addressMail(mail, page), to: mail.recipient, key, urgency: 'message' })
      await mails.markSent(mail)
    } catch (error) {
      console.error(error)
    }
  }
}
