import type { Mail } from '../../mail.ts'
import { button, paragraph, words, writeMail } from '../../mail-layout.ts'
import { manyLines, oneLine } from '../../mail-words.ts'
import { replyToOf, type Sender } from '../../reply-to.ts'

export type ClientMonth = {
  id: string
  /** The first day of the month: '2026-11-01'. */
  month: string
  /** What the agency wrote about it. */
  words: string | null
  recipient: string
  requestedAt: string
  client: string
  agency: Sender
}

const MAX_TEXT_LENGTH = 2000

const format = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** The mail to a client with a link to the page of a month. */
export function monthMail({ month, words: text, client, agency }: ClientMonth, page: string): Omit<Mail, 'to'> {
  const name = format.format(new Date(month))
  const { replyTo, words: howToAnswer } = replyToOf(agency)
  return {
    subject: `${name} at a glance, from ${oneLine(agency.name)}`,
    ...(replyTo !== undefined && { replyTo }),
    ...writeMail({
      from: agency.name,
      title: `${name} for ${oneLine(client)}`,
      preview: text === null ? 'What was delivered, and what comes next' : oneLine(text, 120),
      body: [
        ...(text === null ? [] : [words(manyLines(text, MAX_TEXT_LENGTH), 20)]),
        paragraph('What was delivered, and what comes next, is on one page. You can print it.', 20),
        button('See the Month', page),
      ],
      foot: `This comes from ${oneLine(agency.name)}. ${howToAnswer} The link is for you only and works for 30 days.`,
    }),
  }
}
