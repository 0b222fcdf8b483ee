import { type MailContext, requireSite, sendEach } from '../send-each.ts'
import { type ClientMail, clientMail } from './words.ts'

/** The queue of updates to mail to clients. */
export interface ClientMailStore {
  /** Claims waiting mails for a few minutes, so that no other server sends them. */
  claim(): Promise<ClientMail[]>
  /** Creates the token of the client page's link in a mail. */
  makeLink(id: string): Promise<string>
  markMailed(id: string): Promise<void>
  release(id: string): Promise<void>
}

/** Queues each waiting mail to a client once. */
export async function mailClients({
  mails,
  sendMail,
  siteUrl,
}: MailContext & { mails: ClientMailStore }): Promise<void> {
  const send = async (mail: ClientMail) => {
    const site = requireSite(siteUrl)
    const page = new URL(`/for/${await mails.makeLink(mail.id)}`, site).href
    const urgency = mail.reminder === null ? 'message' : 'reminder'
    await sendMail({ ...clientMail(mail, page), to: mail.recipient, key: `client/${mail.id}`, urgency })
    await mails.markMailed(mail.id)
  }
  await sendEach(await mails.claim(), send, ({ id }) => mails.release(id))
}
