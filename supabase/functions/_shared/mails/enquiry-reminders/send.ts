import { mailEverybody } from '../../mail-everybody.ts'
import { type MailContext, sendEach } from '../send-each.ts'
import { reminderMail, setAsideReminder, type UnansweredEnquiry } from './words.ts'

export interface ReminderStore {
  /** Enquiries that have waited for twenty hours and were not reminded of yet, oldest first. */
  waiting(): Promise<UnansweredEnquiry[]>
  markReminded(id: string): Promise<void>
}

type ReminderContext = MailContext & { unanswered: ReminderStore; recipients(): Promise<string[]> }

/** Mails one reminder for each enquiry that waits too long, and one for all suspicious ones together. */
export async function remindOfEnquiries({ unanswered, recipients, sendMail, siteUrl }: ReminderContext) {
  // The start and /health say that there is nobody to mail.
  if ((await recipients()).length === 0) return
  const waiting = await unanswered.waiting()
  const setAside = waiting.filter(({ isSetAside }) => isSetAside)
  const mails = waiting
    .filter(({ isSetAside }) => !isSetAside)
    .map((enquiry) => ({ enquiries: [enquiry], mail: reminderMail(enquiry, siteUrl), key: `reminder/${enquiry.id}` }))
  if (setAside.length > 0) {
    const key = `reminder set aside/${setAside.map(({ id }) => id).join()}`
    mails.push({ enquiries: setAside, mail: setAsideReminder(setAside, siteUrl), key })
  }
  await sendEach(mails, async ({ enquiries, mail, key }) => {
    await mailEverybody({ ...mail, key, urgency: 'reminder' }, await recipients(), sendMail)
    for (const { id } of enquiries) await unanswered.markReminded(id)
  })
}
