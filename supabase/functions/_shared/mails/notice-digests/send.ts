import { requireSite, type Sending, sendEach } from '../send-each.ts'
import { type NoticeDigest, noticeMail } from './words.ts'

export interface NoticeDigests {
  /** People who want a mail a day, and have not read something. */
  due(): Promise<NoticeDigest[]>
  markSent(person: string): Promise<void>
}

/** Tells people of what they have not read. */
export async function mailNotices({ digests, sendMail, siteUrl }: Sending & { digests: NoticeDigests }): Promise<void> {
  await sendEach(await digests.due(), async (digest) => {
    // Two servers at once make the same mail, of which the queue keeps one.
    const key = `notices/${digest.person}/${digest.since ?? 'first'}`
    await sendMail({ ...noticeMail(digest, requireSite(siteUrl)), to: digest.recipient, key, urgency: 'digest' })
    await digests.markSent(digest.person)
  })
}
