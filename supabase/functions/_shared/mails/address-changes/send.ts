import { type MailContext, requireSite, sendEach } from '../send-each.ts'
import { type AddressMail, addressMail } from './words.ts'

/** The queue of mails about changed addresses. */
export interface AddressMailStore {
  due(): Promise<AddressMail[]>
  markSent(mail: AddressMail): Promise<void>
}

export type AddressMailContext = MailContext & { mails: AddressMailStore }

/** Queues each waiting mail about a changed address once. */
export async function mailAddressChanges({ mails, sendMail, siteUrl }: AddressMailContext): Promise<void> {
  await sendEach(await mails.due(), async (mail) => {
    // The link in the mail leads to a page with one button, which works without JavaScript too (web/auth/mail-link.ts).
    const page = new URL(`/auth?type=${mail.kind}-address&token=${mail.token}`, requireSite(siteUrl)).href
    const key = `address/${mail.id}/${mail.kind}`
    await sendMail({ ...addressMail(mail, page), to: mail.recipient, key, urgency: 'message' })
    await mails.markSent(mail)
  })
}
