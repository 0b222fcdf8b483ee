import type { Mail } from '../mail.ts'

/** Sends mails, and knows the site that their links lead to. */
export type MailContext = { sendMail(mail: Mail): Promise<void>; siteUrl: string | undefined }

/**
 * Sends each mail separately: a failing one waits for the next call, with its claim released, and does not block the
 * others.
 */
export async function sendEach<Waiting>(
  all: readonly Waiting[],
  send: (waiting: Waiting) => Promise<void>,
  giveBack: (waiting: Waiting) => Promise<void> = async () => {},
): Promise<void> {
  for (const waiting of all) {
    try {
      await send(waiting)
    } catch (error) {
      console.error(error)
      await giveBack(waiting)
    }
  }
}

/** Throws if the address of the site is not set. */
export function requireSite(siteUrl: string | undefined): string {
  if (!siteUrl) throw new Error('SITE_URL is not set, and this mail leads there.')
  return siteUrl
}
