import { type MailContext, requireSite, sendEach } from '../send-each.ts'
import { type ClientDigest, digestMail } from './words.ts'

export interface ClientDigestStore {
  /** Clients who want a weekly mail and have new updates. */
  due(): Promise<ClientDigest[]>
  /** Creates the token of the client page's link in a mail. */
  makeLink(client: string): Promise<string>
  /** Marks the digest as sent, unless another server has done so. */
  markSent(digest: ClientDigest): Promise<void>
}

/** Mails clients their weekly news. */
export async function mailDigests({
  digests,
  sendMail,
  siteUrl,
}: MailContext & { digests: ClientDigestStore }): Promise<void> {
  await sendEach(await digests.due(), async (digest) => {
    const site = requireSite(siteUrl)
    const page = new URL(`/for/${await digests.makeLink(digest.client)}`, site).href
    // Two servers may make the same mail, and the queue keeps one by its idempotency key.
    const key = `digest/${digest.client}/${digest.since ?? 'first'}`
    await sendMail({ ...digestMail(digest, page), to: digest.recipient, key, urgency: 'digest' })
    await digests.markSent(digest)
  })
}
