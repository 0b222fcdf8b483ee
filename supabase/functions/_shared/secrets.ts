import { env, sendMailByHost } from './runtime.ts'

/**
 * Environment variables that mails and their links need on hosted Supabase; this project's own server has a mail server
 * and knows its address.
 */
const needed = ['SITE_URL', 'MAIL_API_KEY', 'MAIL_FROM']

/** Returns the missing environment variables, which are logged as well. */
export function missingSecrets(): string[] {
  const missing = sendMailByHost ? [] : needed.filter((name) => !env(name))
  if (missing.length > 0) {
    console.error(`Not set, so that mails cannot be sent: ${missing.join(', ')}. See supabase/functions/.env.example.`)
  }
  return missing
}
