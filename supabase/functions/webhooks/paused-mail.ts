import type { Mail } from '../_shared/mail.ts'
import { button, paragraph, writeMail } from '../_shared/mail-layout.ts'
import { oneLine } from '../_shared/mail-words.ts'
import { requireSite } from '../_shared/mails/send-each.ts'

type PausedWebhook = { name: string; url: string; paused_because: string }

/** The mail to an agency's admins about a webhook that the server has paused. */
export function pausedMail(
  { name, url, paused_because }: PausedWebhook,
  siteUrl: string | undefined,
): Omit<Mail, 'to'> {
  const title = `A webhook is paused: ${oneLine(name, 60)}`
  const why =
    paused_because === 'gone'
      ? 'answered that it no longer exists (410).'
      : 'has not accepted an event for three days, although it was tried every hour.'
  return {
    subject: title,
    ...writeMail({
      title,
      preview: 'Nothing is sent to it until you turn it on again.',
      body: [
        paragraph(`${new URL(url).host} ${why}`, 16),
        paragraph('What waits is sent once you turn the webhook on again. What happens meanwhile is not.', 20),
        button('Open Profile Settings', new URL('/dashboard/profile', requireSite(siteUrl)).href),
      ],
      foot: 'This comes once when a webhook of your agency is paused.',
    }),
  }
}
