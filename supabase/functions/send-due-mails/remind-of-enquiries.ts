import type { Mail } from '../_shared/mail.ts'
import { mailEverybody } from '../_shared/mail-everybody.ts'
import { reminderMail, type UnansweredEnquiry } from './reminder-mail.ts'

export interface Unanswered {
  /** Enquiries that have waited for twenty hours, and that nobody was reminded of, oldest first. */
  waiting(): Promise<UnansweredEnquiry[]>
  markReminded(id: string): Promise<void>
}

type Outside = {
  unanswered: Unanswered
  recipients(): Promise<string[]>
  sendMail(mail: Mail): Promise<void>
  siteUrl: string | undefined
}

/** Reminds those who answer the website of each enquiry that waits for too long, once. */
export async function remindOfEnquiries({ unanswered, recipients, sendMail, siteUrl }: Outside) {
  for (const enquiry of await unanswered.waiting()) {
    const mail = { ...reminderMail(enquiry, siteUrl), key: `reminder/${enquiry.id}`, urgency: 'reminder' as const }
    try {
      await mailEverybody(mail, await recipients(), sendMail)
      await unanswered.markReminded(enquiry.id)
    } catch (error) {
      // The others are reminded of all the same, and this one the next time.
      console.error(error)
    }
  }
}
