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
  /** The reminder before or after the day of a review. Null for the update itself. */
  reminder: 'before' | 'after' | null
  /** `answerBy` is the day by which a review is to be answered: '2026-11-30'. */
  update: { title: string; content: string; type: string; answerBy: string | null }
  /** Scaled-down pictures, and the number of other files. */
  pictures: readonly (MailPicture & { name: string })[]
  otherFiles: number
}

const MAX_TEXT_LENGTH = 4000

/** The mail to a client: an update, or a reminder of one. */
export const clientMail = (mail: ClientMail, page: string): Omit<Mail, 'to'> =>
  mail.reminder === null ? updateMail(mail, page) : reminderMail(mail, mail.reminder, page)

/**
 * The mail to a client about an update, in its own words, from their agency, which gets the reply if it has an address.
 */
function updateMail(mail: ClientMail, page: string): Omit<Mail, 'to'> {
  const { agency, client, project, update, otherFiles } = mail
  const title = oneLine(update.title)
  const { replyTo, words: howToAnswer } = replyToOf(agency)
  const isReview = update.type === 'review'
  const { answerBy } = update
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
        words(manyLines(update.content, MAX_TEXT_LENGTH), 20),
        ...(mail.pictures.length > 0 ? [pictures(mail.pictures)] : []),
        ...fileNote(otherFiles),
        ...(answerBy === null ? [] : [paragraph(`Please answer by ${shortDay(answerBy)}.`, 20)]),
        button(isReview ? 'Review and Reply' : 'See It on Your Page', page),
      ],
      foot: `This comes from ${oneLine(agency.name)}. ${howToAnswer} The link is for you only and works for 30 days.`,
    }),
  }
}

/** The reminder of a review that waits for its answer. It asks, and never says that silence means yes. */
function reminderMail(
  { agency, client, project, update }: ClientMail,
  reminder: 'before' | 'after',
  page: string,
): Omit<Mail, 'to'> {
  const title = oneLine(update.title)
  const day = update.answerBy === null ? undefined : shortDay(update.answerBy)
  const { replyTo, words: howToAnswer } = replyToOf(agency)
  const isLast = reminder === 'after'
  const asked = isLast ? 'We asked for your answer' : 'We would like to have your answer'
  return {
    subject:
      isLast || day === undefined ? `Still waiting for your answer: ${title}` : `Please answer by ${day}: ${title}`,
    ...(replyTo !== undefined && { replyTo }),
    ...writeMail({
      from: agency.name,
      title,
      preview: `${project}: your answer is still open`,
      body: [
        paragraph(`${oneLine(project)}, for ${oneLine(client)}`, 16),
        paragraph(`${asked}${day === undefined ? '' : ` by ${day}`}. Nothing counts as approved until you say so.`, 20),
        button('Review and Reply', page),
      ],
      foot: `This comes from ${oneLine(agency.name)}. ${isLast ? 'It is the last reminder.' : 'There is one more reminder at most, and none once you have answered.'} ${howToAnswer} The link is for you only and works for 30 days.`,
    }),
  }
}

const monthAndDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const withYear = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** A date without a time: 'Nov 30', and with its year if that is not the current one. */
function shortDay(day: string): string {
  const isThisYear = day.startsWith(new Date().toISOString().slice(0, 5))
  return (isThisYear ? monthAndDay : withYear).format(new Date(day))
}

const fileNote = (count: number): MailPart[] =>
  count === 0 ? [] : [paragraph(count === 1 ? 'One file is on your page.' : `${count} files are on your page.`, 20)]
