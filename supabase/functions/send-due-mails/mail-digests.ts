import type { Mail } from '../_shared/mail.ts'
import { type ClientDigest, digestMail } from './digest-mail.ts'

export interface ClientDigests {
  /** Clients who want a mail a week, and to whom something is new. */
  due(): Promise<ClientDigest[]>
  /** The token of a link for this mail. */
  makeLink(client: string): Promise<string>
  /** Where nobody else has done so meanwhile. */
  markSent(digest: ClientDigest): Promise<void>
}

type Outside = { digests: ClientDigests; sendMail(mail: Mail): Promise<void>; siteUrl: string | undefined }

/** Tells clients once a week of what is new; one that cannot be told waits, and stands in no other's way. */
export async function mailDigests({ digests, sendMail, siteUrl }: Outside): Promise<void> {
  for (const digest of await digests.due()) {
    try {
      if (!siteUrl) throw new Error('SITE_URL is not set, and a mail to a client leads there.')
      const page = new URL(`/for/${await digests.makeLink(digest.client)}`, siteUrl).href
      // Two servers at once make the same mail, of which the queue keeps one.
      const key = `digest/${digest.client}/${digest.since ?? 'first'}`
      await sendMail({ ...digestMail(digest, page), to: digest.recipient, key, urgency: 'digest' })
      await digests.markSent(digest)
    } catch (error) {
      console.error(error)
    }
  }
}
