import { requireSite, type Sending, sendEach } from '../send-each.ts'
import { type AddressMail, addressMail } from './words.ts'

/** The mails about changed addresses that are not on their way yet. */
export interface AddressMails {
  due(): Promise<AddressMail[]>
  markSent(mail: AddressMail): Promise<void>
}

export type AddressSending = Sending & { mails: AddressMails }

/** Puts each waiting mail into the queue, once. */
export async function mailAddressChanges({ mails, sendMail, siteUrl }: AddressSending): Promise<void> {
  await sendEach(await mails.due(), async (mail) => {
    // A page with one button, which works without a script as well (web/auth/mail-link.ts).
    const page = new URL(`/auth?type=${mail.kind}-address&token=${mail.token}`, requireSite(siteUrl)).href
    const key = `address/${mail.id}/${mail.kind}`
    await sendMail({ ...addressMail(mail, page), to: mail.recipient, key, urgency: 'message' })
    await mails.markSent(mail)
  })
}
