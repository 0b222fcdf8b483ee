import { type MailContext, requireSite, sendEach } from '../send-each.ts'
import { type NoticeDigest, noticeMail } from './words.ts'

export interface NoticeDigestStore {
  /** People who want a daily mail and have unread notices. */
  due(): Promise<NoticeDigest[]>
  markSent(digest: NoticeDigest): Promise<void>
}

/** Mails people their unread notices. */
export async function mailNotices({
  digests,
  sendMail,
  siteUrl,
}: MailContext & { digests: NoticeDigestStore }): Promise<void> {
  await sendEach(await digests.due(), async (digest) => {
    // Two servers may make the same mail, and the queue keeps one by its idempotency key.
    const key = `notices/${digest.person}/${digest.since ?? 'first'}`
    await sendMail({ ...noticeMail(digest, requireSite(siteUrl)), to: digest.recipient, key, urgency: 'digest' })
    await digests.markSent(digest)
  })
}
