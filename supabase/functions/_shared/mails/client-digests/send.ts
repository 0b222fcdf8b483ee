import { requireSite, type Sending, sendEach } from '../send-each.ts'
import { type ClientDigest, digestMail } from './words.ts'

export interface ClientDigests {
  /** Clients who want a mail a week, and to whom something is new. */
  due(): Promise<ClientDigest[]>
  /** The token of a link for this mail. */
  makeLink(client: string): Promise<string>
  /** Where nobody else has done so meanwhile. */
  markSent(digest: ClientDigest): Promise<void>
}

/** Tells clients once a week of what is new. */
export async function mailDigests({ digests, sendMail, siteUrl }: Sending & { digests: ClientDigests }): Promise<void> {
  await sendEach(await digests.due(), async (digest) => {
    const site = requireSite(siteUrl)
    const page = new URL(`/for/${await digests.makeLink(digest.client)}`, site).href
    // Two servers at once make the same mail, of which the queue keeps one.
    const key = `digest/${digest.client}/${digest.since ?? 'first'}`
    await sendMail({ ...digestMail(digest, page), to: digest.recipient, key, urgency: 'digest' })
    await digests.markSent(digest)
  })
}
