import { type MailContext, requireSite, sendEach } from '../send-each.ts'
import { type ClientMail, updateMail } from './words.ts'

/** The queue of updates to mail to clients. */
export interface ClientMails {
  /** Claims waiting mails for a few minutes, so that no other server sends them. */
  claim(): Promise<ClientMail[]>
  /** Creates the token of the client page's link in a mail. */
  makeLink(id: string): Promise<string>
  markMailed(id: string): Promise<void>
  release(id: string): Promise<void>
}

/** Queues each waiting mail to a client once. */
export async function mailClients({ mails, sendMail, siteUrl }: MailContext & { mails: ClientMails }): Promise<void> {
  const send = async (mail: ClientMail) => {
    const site = requireSite(siteUrl)
    const page = new URL(`/for/${await mails.makeLink(mail.id)}`, site).href
    await sendMail({ ...updateMail(mail, page), to: mail.recipient, key: `client/${mail.id}` })
    await mails.markMailed(mail.id)
  }
  await sendEach(await mails.claim(), send, ({ id }) => mails.release(id))
}
