import type { Mail } from '../../mail.ts'
import { button, facts, paragraph, quote, writeMail } from '../../mail-layout.ts'
import { manyLines, oneLine } from '../../mail-words.ts'
import { replyAddress, replyToOf, type Sender } from '../../reply-to.ts'
import { COPY_THE_ADDRESS } from '../about-enquiry.ts'

export type RequestMail = {
  id: string
  /** Whether it tells the agency of a new request, or the client that it is done. */
  kind: 'received' | 'done'
  title: string
  words: string | null
  /** The name that the client typed. */
  name: string
  client: { id: string; name: string; email: string }
  agency: Sender
  fileCount: number
}

const MAX_SUBJECT_LENGTH = 60

/** The mail to the agency. A reply goes to the client's address, which is known, and not to one that somebody typed. */
export function receivedMail({ title, words, name, client, fileCount }: RequestMail, site: string): Omit<Mail, 'to'> {
  const who = oneLine(client.name, MAX_SUBJECT_LENGTH)
  const files =
    fileCount === 0
      ? []
      : [paragraph(fileCount === 1 ? 'One file came with it.' : `${fileCount} files came with it.`, 20)]
  const replyTo = replyAddress(client.email)
  const howToAnswer = replyTo ? 'Answer this mail to write to the client.' : COPY_THE_ADDRESS
  return {
    subject: `${who} asks for: ${oneLine(title, MAX_SUBJECT_LENGTH)}`,
    ...(replyTo !== undefined && { replyTo }),
    ...writeMail({
      title: oneLine(title),
      preview: oneLine(words ?? title, 120),
      body: [
        facts([
          { name: 'Client', value: oneLine(client.name) },
          { name: 'Asked by', value: oneLine(name) },
          { name: 'Email', value: oneLine(client.email) },
        ]),
        ...(words === null ? [] : [quote(manyLines(words))]),
        ...files,
        button('Open the Client', new URL(`/dashboard/clients/${client.id}`, site).href),
      ],
      foot: `It was sent by the link of their page. ${howToAnswer}`,
    }),
  }
}

/** The mail to the client once what they asked for is done. */
export function doneMail({ title, agency, client }: RequestMail, page: string): Omit<Mail, 'to'> {
  const { replyTo, words } = replyToOf(agency)
  return {
    subject: `Done: ${oneLine(title)}`,
    ...(replyTo !== undefined && { replyTo }),
    ...writeMail({
      from: agency.name,
      title: 'Done',
      preview: oneLine(title),
      body: [
        paragraph(`What you asked for is done, for ${oneLine(client.name)}:`, 16),
        quote(oneLine(title)),
        button('See It on Your Page', page),
      ],
      foot: `This comes from ${oneLine(agency.name)}. ${words} The link is for you only and works for 30 days.`,
    }),
  }
}
