import type { Mail } from '../../mail.ts'
import { button, facts, paragraph, writeMail } from '../../mail-layout.ts'
import { oneLine } from '../../mail-words.ts'
import type { NoticeWords } from '../../notices/notice-words.ts'

export type NoticeDigest = {
  person: string
  recipient: string
  /** The time of the previous digest, or null. */
  since: string | null
  /** The time from which notices belong to the next digest. */
  readAt: string
  /** The unread notices, newest first. */
  notices: readonly NoticeWords[]
}

const MAX_NOTICES = 20
const LONGEST_ABOUT = 120

/** The daily mail to staff: their unread notices. */
export function noticeMail({ notices }: NoticeDigest, siteUrl: string): Omit<Mail, 'to'> {
  const count = notices.length === 1 ? 'One thing is waiting for you' : `${notices.length} things are waiting for you`
  const shown = notices.slice(0, MAX_NOTICES)
  return {
    subject: count,
    unsubscribe: new URL('/dashboard/profile', siteUrl).href,
    ...writeMail({
      title: count,
      preview: shown.map(({ what }) => oneLine(what)).join(' · '),
      body: [
        facts(shown.map(({ what, about }) => ({ name: oneLine(what), value: oneLine(about, LONGEST_ABOUT) }))),
        ...(notices.length > shown.length ? [paragraph(`And ${notices.length - shown.length} more.`, 16)] : []),
        button('Open the Dashboard', new URL('/dashboard', siteUrl).href),
      ],
      foot: "This comes once a day at most, when there is something you haven't read. You can turn it off in Profile Settings.",
    }),
  }
}
