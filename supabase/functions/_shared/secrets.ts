import { env, sendMailByHost } from './runtime.ts'

/** The variables without which functions cannot mail, or mail without links; our own server has a mail server and knows its address. */
const needed = ['SITE_URL', 'MAIL_API_KEY', 'MAIL_FROM']

/** Those that are not set, told in the log as well. */
export function missingSecrets(): string[] {
  const missing = sendMailByHost ? [] : needed.filter((name) => !env(name))
  if (missing.length > 0) {
    console.error(`Not set, so that mails cannot be sent: ${missing.join(', ')}. See supabase/functions/.env.example.`)
  }
  return missing
}
