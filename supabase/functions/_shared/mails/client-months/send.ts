import { type MailContext, requireSite, sendEach } from '../send-each.ts'
import { type ClientMonth, monthMail } from './words.ts'

export interface ClientMonthStore {
  /** Adds the months that are mailed by themselves, and claims all that wait, so that no other server sends them. */
  claim(): Promise<ClientMonth[]>
  /** Creates the token of the client page's link in a mail. */
  makeLink(id: string): Promise<string>
  markMailed(month: ClientMonth): Promise<void>
  release(month: ClientMonth): Promise<void>
}

/** Mails clients the months that wait for it. */
export async function mailMonths({
  months,
  sendMail,
  siteUrl,
}: MailContext & { months: ClientMonthStore }): Promise<void> {
  const send = async (month: ClientMonth) => {
    const page = new URL(`/for/${await months.makeLink(month.id)}`, requireSite(siteUrl))
    page.searchParams.set('month', month.month.slice(0, 7))
    // Two servers may make the same mail, and the queue keeps one by its idempotency key.
    const key = `month/${month.id}/${month.requestedAt}`
    await sendMail({ ...monthMail(month, page.href), to: month.recipient, key, urgency: 'message' })
    await months.markMailed(month)
  }
  await sendEach(await months.claim(), send, (month) => months.release(month))
}
