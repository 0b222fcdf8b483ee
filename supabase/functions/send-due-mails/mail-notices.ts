import type { Mail } from '../_shared/mail.ts'
import { type NoticeDigest, noticeMail } from './notice-mail.ts'

export interface NoticeDigests {
  /** People who want a mail a day, and have not read something. */
  due(): Promise<NoticeDigest[]>
  markSent(person: string): Promise<void>
}

type Outside = { digests: NoticeDigests; sendMail(mail: Mail): Promise<void>; siteUrl: string | undefined }

/** Tells people of what they have not read; one who cannot be told waits, and stands in no other's way. */
export async function mailNotices({ digests, sendMail, siteUrl }: Outside): Promise<void> {
  for (const digest of await digests.due()) {
    try {
      if (!siteUrl) throw new Error('SITE_URL is not set, and a mail about what is new leads there.')
      // Two servers at once make the same mail, of which the queue keeps one.
      const key = `notices/${digest.person}/${digest.since ?? 'first'}`
      await sendMail({ ...noticeMail(digest, siteUrl), to: digest.recipient, key, urgency: 'digest' })
      await digests.markSent(digest.person)
    } catch (error) {
      console.error(error)
    }
  }
}
