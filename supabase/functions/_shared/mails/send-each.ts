import type { Mail } from '../mail.ts'

/** How mails go, and where the site is that their links lead to. */
export type Sending = { sendMail(mail: Mail): Promise<void>; siteUrl: string | undefined }

/** Sends each by itself: one that cannot be sent waits for the next call, given back if need be, and stands in no other's way. */
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

/** Throws where nobody says where the site is. */
export function requireSite(siteUrl: string | undefined): string {
  if (!siteUrl) throw new Error('SITE_URL is not set, and this mail leads there.')
  return siteUrl
}
