import type { Job, RunningEngine } from 'engine'
import { z } from 'zod'
import { serviceClient } from './service-client.ts'

const INTERVAL_MS = 60_000
const addresses = z.array(z.string())

/**
 * Sends due mails that no request triggers: about enquiries whose visitor left too early, reminders and digests. On
 * hosted Supabase `supabase/hosted/due-mails.sql` does the same.
 */
export const dueMailsJob = (engine: RunningEngine): Job => ({
  name: 'The mails that are due',
  everyMs: INTERVAL_MS,
  async run(signal) {
    const db = serviceClient(engine)
    // Asks first, since loading the function costs memory and there is rarely anything to do.
    const { data: isDue, error } = await db.rpc('has_due_mails').abortSignal(signal)
    if (error) throw error
    if (!isDue) return
    const sent = await db.functions.invoke('send-due-mails', { body: {}, signal })
    if (sent.error) throw sent.error
  },
})

/** Logs one line that says who gets mails about new enquiries. */
export async function logContactRecipients(engine: RunningEngine, env = process.env): Promise<void> {
  const { data, error } = await serviceClient(engine).rpc('enquiry_recipients', { configured: env.CONTACT_EMAIL ?? '' })
  if (error) throw error
  const recipients = addresses.parse(data)
  console.log(
    recipients.length > 0
      ? `New enquiries are mailed to ${recipients.join(', ')}.`
      : 'New enquiries are mailed to nobody: give the agency that answers the website an e-mail address.',
  )
}
