import type { Mail } from '../../mail.ts'
import { button, facts, paragraph, writeMail } from '../../mail-layout.ts'
import { oneLine } from '../../mail-words.ts'
import { replyToOf, type Sender } from '../../reply-to.ts'

export type ClientDigest = {
  client: string
  recipient: string
  name: string
  agency: Sender
  /** The time of the previous digest, or null. */
  since: string | null
  /** The time from which updates belong to the next digest. */
  readAt: string
  /** The updates since the previous digest, newest first. */
  updates: readonly { title: string; project: string }[]
}

const MAX_UPDATES = 20

/** The weekly mail to a client: new updates by title and project. */
export function digestMail({ agency, name, updates }: ClientDigest, page: string): Omit<Mail, 'to'> {
  const what = updates.length === 1 ? 'One update' : `${updates.length} updates`
  const { replyTo, isAnswered, words } = replyToOf(agency)
  const ending = isAnswered ? 'Reply and say so to stop getting it.' : 'Tell us to stop getting it.'
  const shown = updates.slice(0, MAX_UPDATES)
  return {
    subject: `${what} from ${oneLine(agency.name)} this week`,
    ...(replyTo !== undefined && {
      replyTo,
      unsubscribe: `mailto:${replyTo.split('@').map(encodeURIComponent).join('@')}?subject=No%20weekly%20mail`,
    }),
    ...writeMail({
      from: agency.name,
      title: `This week for ${oneLine(name)}`,
      preview: shown.map(({ title }) => oneLine(title)).join(' · '),
      body: [
        paragraph(`${what} on your page:`, 16),
        facts(shown.map(({ title, project }) => ({ name: oneLine(project), value: oneLine(title) }))),
        button('See Them on Your Page', page),
      ],
      foot: `This comes from ${oneLine(agency.name)} once a week, when there is something new. ${words} ${ending} The link is for you only and works for 30 days.`,
    }),
  }
}
