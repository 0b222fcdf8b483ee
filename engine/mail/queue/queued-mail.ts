import { z } from 'zod'
import type { Mail } from '../mailer.ts'

/** The order in which waiting mails are sent. */
export const urgencies = { code: 1, message: 2, invitation: 3, reminder: 4, digest: 5 } as const

export type Urgency = keyof typeof urgencies

export type QueuedMail = Mail & {
  /** Left out, it is a message. */
  urgency?: Urgency | undefined
  /** Only the first mail with the same key is ever sent. */
  key?: string | undefined
  /**
   * When the code or link in the mail expires: it is not sent after that, and its content is deleted once it is sent.
   */
  validUntil?: Date | undefined
}

/** The content of a mail, kept only as long as it may still be sent. */
const contentSchema = z.object({
  subject: z.string(),
  text: z.string(),
  html: z.string().optional(),
  replyTo: z.string().optional(),
  unsubscribe: z.string().optional(),
  from: z.string().optional(),
  pictures: z.array(z.object({ cid: z.string(), type: z.string(), base64: z.string() })).optional(),
  invitation: z.object({ method: z.enum(['REQUEST', 'CANCEL']), content: z.string() }).optional(),
})

/** The columns of a claimed mail. */
export type ClaimedRow = { id: string; recipient: string; content: unknown; refusals: number }

export function mailOf({ id, recipient, content: kept }: ClaimedRow): Mail {
  const { subject, text, ...others } = contentSchema.parse(kept)
  return { id, to: recipient, subject, text, ...withoutMissingFields(others) }
}

export const contentOf = ({ subject, text, html, replyTo, unsubscribe, from, pictures, invitation }: Mail): string =>
  JSON.stringify({
    subject,
    text,
    html,
    replyTo,
    unsubscribe,
    from,
    pictures: pictures?.slice(),
    invitation,
  } satisfies z.input<typeof contentSchema>)

/** Removes undefined values. */
const withoutMissingFields = ({
  html,
  replyTo,
  unsubscribe,
  from,
  pictures,
  invitation,
}: Omit<z.output<typeof contentSchema>, 'subject' | 'text'>): Partial<Mail> => ({
  ...(html !== undefined && { html }),
  ...(replyTo !== undefined && { replyTo }),
  ...(unsubscribe !== undefined && { unsubscribe }),
  ...(from !== undefined && { from }),
  ...(pictures !== undefined && { pictures }),
  ...(invitation !== undefined && { invitation }),
})
