import { z } from 'zod'
import type { Mail } from '../mailer.ts'

/** What goes first when many wait. */
export const urgencies = { code: 1, message: 2, invitation: 3, reminder: 4, digest: 5 } as const

export type Urgency = keyof typeof urgencies

export type QueuedMail = Mail & {
  /** Left out: a message. */
  urgency?: Urgency | undefined
  /** Of all mails with one key only the first is ever sent. */
  key?: string | undefined
  /** When the code or link in it ends: it is not sent after that, and forgotten once it is sent. */
  validUntil?: Date | undefined
}

/** What is kept of a mail only as long as it may yet be sent. */
const content = z.object({
  subject: z.string(),
  text: z.string(),
  html: z.string().optional(),
  replyTo: z.string().optional(),
  unsubscribe: z.string().optional(),
  from: z.string().optional(),
  pictures: z.array(z.object({ cid: z.string(), type: z.string(), base64: z.string() })).optional(),
})

/** The columns of a mail that is about to be sent. */
export type ClaimedRow = { id: string; recipient: string; content: unknown; refusals: number }

export function mailOf({ id, recipient, content: kept }: ClaimedRow): Mail {
  const { subject, text, ...others } = content.parse(kept)
  return { id, to: recipient, subject, text, ...given(others) }
}

export const contentOf = ({ subject, text, html, replyTo, unsubscribe, from, pictures }: Mail): string =>
  JSON.stringify({ subject, text, html, replyTo, unsubscribe, from, pictures: pictures?.slice() } satisfies z.input<
    typeof content
  >)

/** Without what is undefined. */
const given = ({
  html,
  replyTo,
  unsubscribe,
  from,
  pictures,
}: Omit<z.output<typeof content>, 'subject' | 'text'>): Partial<Mail> => ({
  ...(html !== undefined && { html }),
  ...(replyTo !== undefined && { replyTo }),
  ...(unsubscribe !== undefined && { unsubscribe }),
  ...(from !== undefined && { from }),
  ...(pictures !== undefined && { pictures }),
})
