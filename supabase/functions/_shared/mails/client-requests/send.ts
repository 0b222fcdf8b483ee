import { mailEverybody } from '../../mail-everybody.ts'
import { type MailContext, requireSite, sendEach } from '../send-each.ts'
import { doneMail, type RequestMail, receivedMail } from './words.ts'

/** The mails about what clients ask for. */
export interface RequestMailStore {
  /** Claims waiting mails for a few minutes, so that no other server sends them. */
  claim(): Promise<RequestMail[]>
  /** The addresses of the agency for the mail about a request. */
  recipients(id: string): Promise<string[]>
  /** Creates the token of the client page's link in a mail. */
  makeLink(id: string): Promise<string>
  markMailed(mail: RequestMail): Promise<void>
  release(mail: RequestMail): Promise<void>
}

/** Mails the agency what clients ask for, and the client what is done, once each. */
export async function mailRequests({ requests, sendMail, siteUrl }: MailContext & { requests: RequestMailStore }) {
  const send = async (mail: RequestMail) => {
    const site = requireSite(siteUrl)
    const key = `request ${mail.kind}/${mail.id}`
    if (mail.kind === 'done') {
      const page = new URL(`/for/${await requests.makeLink(mail.id)}`, site).href
      await sendMail({ ...doneMail(mail, page), to: mail.client.email, key, urgency: 'message' })
    } else {
      const recipients = await requests.recipients(mail.id)
      // An agency without anybody to mail reads of it behind the bell and on the dashboard.
      if (recipients.length > 0) await mailEverybody({ ...receivedMail(mail, site), key }, recipients, sendMail)
    }
    await requests.markMailed(mail)
  }
  await sendEach(await requests.claim(), send, requests.release)
}
