import type { HealthPart, Job, RunningEngine } from 'engine'
import { z } from 'zod'
import { dueWorkJob } from './due-work-job.ts'
import { serviceClient } from './service-client.ts'

const INTERVAL_MS = 60_000
const addresses = z.array(z.string())

/**
 * Sends due mails that no request triggers: about enquiries whose visitor left too early, reminders and digests. On
 * hosted Supabase `supabase/hosted/due-mails.sql` does the same.
 */
export const dueMailsJob = (engine: RunningEngine): Job =>
  dueWorkJob(engine, {
    name: 'The mails that are due',
    everyMs: INTERVAL_MS,
    isDue: 'has_due_mails',
    work: 'send-due-mails',
  })

/** The part of the engine that is used here. */
type Server = Pick<RunningEngine, 'ownUrl' | 'serviceRoleKey'>

async function enquiryRecipients(engine: Server, env: NodeJS.ProcessEnv): Promise<string[]> {
  const { data, error } = await serviceClient(engine).rpc('enquiry_recipients', { configured: env.CONTACT_EMAIL ?? '' })
  if (error) throw error
  return addresses.parse(data)
}

const RECIPIENTS_FRESH_MS = 10_000

/** Reports to super admins at /health whether there is anybody to mail about enquiries. Until then the mails wait. */
export const enquiryMailHealth = (engine: Server, env = process.env): HealthPart => ({
  name: 'enquiries',
  isConfidential: true,
  freshMs: RECIPIENTS_FRESH_MS,
  check: async () => ({ status: (await enquiryRecipients(engine, env)).length > 0 ? 'ok' : 'nobody to mail' }),
})

/** Logs one line that says who gets mails about new enquiries. */
export async function logContactRecipients(engine: Server, env = process.env): Promise<void> {
  const recipients = await enquiryRecipients(engine, env)
  console.log(
    recipients.length > 0
      ? `New enquiries are mailed to ${recipients.join(', ')}.`
      : 'New enquiries are mailed to nobody: their mails wait until the agency that answers the website has an e-mail address.',
  )
}
