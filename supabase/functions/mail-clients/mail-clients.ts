import type { Mail } from '../_shared/mail.ts'
import { type ClientMail, updateMail } from './update-mail.ts'

/** The updates that are to be mailed. */
export interface ClientMails {
  /** Takes those that wait for a few minutes, to mail them, so that nobody else does. */
  claim(): Promise<ClientMail[]>
  /** The token of a link that this mail alone has. */
  makeLink(id: string): Promise<string>
  markMailed(id: string): Promise<void>
  release(id: string): Promise<void>
}

type Outside = { mails: ClientMails; sendMail(mail: Mail): Promise<void>; siteUrl: string | undefined }

/** Puts each waiting mail into the queue, once: one that cannot be waits for the next call, and stands in no other's way. */
export async function mailClients({ mails, sendMail, siteUrl }: Outside): Promise<void> {
  for (const mail of await mails.claim()) {
    try {
      if (!siteUrl) throw new Error('SITE_URL is not set, and a mail to a client leads there.')
      const page = new URL(`/for/${await mails.makeLink(mail.id)}`, siteUrl).href
      await sendMail({ ...updateMail(mail, page), to: mail.recipient, key: `client/${mail.id}` })
      await mails.markMailed(mail.id)
    } catch (error) {
      console.error(error)
      await mails.release(mail.id)
    }
  }
}
