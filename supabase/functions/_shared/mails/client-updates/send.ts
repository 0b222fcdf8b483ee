import { requireSite, type Sending, sendEach } from '../send-each.ts'
import { type ClientMail, updateMail } from './words.ts'

/** The updates that are to be mailed. */
export interface ClientMails {
  /** Takes those that wait for a few minutes, to mail them, so that nobody else does. */
  claim(): Promise<ClientMail[]>
  /** The token of a link that this mail alone has. */
  makeLink(id: string): Promise<string>
  markMailed(id: string): Promise<void>
  release(id: string): Promise<void>
}

/** Puts each waiting mail into the queue, once. */
export async function mailClients({ mails, sendMail, siteUrl }: Sending & { mails: ClientMails }): Promise<void> {
  const send = async (mail: ClientMail) => {
    const site = requireSite(siteUrl)
    const page = new URL(`/for/${await mails.makeLink(mail.id)}`, site).href
    await sendMail({ ...updateMail(mail, page), to: mail.recipient, key: `client/${mail.id}` })
    await mails.markMailed(mail.id)
  }
  await sendEach(await mails.claim(), send, ({ id }) => mails.release(id))
}
