import type { Mail } from '../../mail.ts'
import { button, type MailPart, paragraph, pictures, words, writeMail } from '../../mail-layout.ts'
import { manyLines, oneLine } from '../../mail-words.ts'
import { replyToOf, type Sender } from '../../reply-to.ts'
import type { MailPicture } from '../../runtime.ts'

export type ClientMail = {
  id: string
  recipient: string
  client: string
  project: string
  agency: Sender
  update: { title: string; content: string; type: string }
  /** Scaled-down pictures, and the number of other files. */
  pictures: readonly (MailPicture & { name: string })[]
  otherFiles: number
}

const MOST_WORDS = 4000

/**
 * The mail to a client about an update, in its own words, from their agency, which gets the reply if it has an address.
 */
export function updateMail(mail: ClientMail, page: string): Omit<Mail, 'to'> {
  const { agency, client, project, update, otherFiles } = mail
  const title = oneLine(update.title)
  const { replyTo, words: howToAnswer } = replyToOf(agency)
  const isReview = update.type === 'review'
  return {
    subject: isReview ? `Please review: ${title}` : title,
    ...(replyTo !== undefined && { replyTo }),
    pictures: mail.pictures.map(({ cid, type, base64 }) => ({ cid, type, base64 })),
    ...writeMail({
      from: agency.name,
      title,
      preview: `${project}: ${oneLine(update.content, 120)}`,
      body: [
        paragraph(`${oneLine(project)}, for ${oneLine(client)}`, 16),
        words(manyLines(update.content, MOST_WORDS), 20),
        ...(mail.pictures.length > 0 ? [pictures(mail.pictures)] : []),
        ...fileNote(otherFiles),
        button(isReview ? 'Review and Reply' : 'See It on Your Page', page),
      ],
      foot: `This comes from ${oneLine(agency.name)}. ${howToAnswer} The link is for you only and works for 30 days.`,
    }),
  }
}

const fileNote = (count: number): MailPart[] =>
  count === 0 ? [] : [paragraph(count === 1 ? 'One file is on your page.' : `${count} files are on your page.`, 20)]
