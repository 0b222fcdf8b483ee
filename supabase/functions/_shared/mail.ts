import { env, type Mail, requireEnv, sendMailByHost } from './runtime.ts'

export type { Mail }

/**
 * Sends a mail: on our own server through its MAIL_URL, on hosted Supabase through the HTTP API of a mail service
 * (`.env.example` says which variables). Rejects when the mail was not taken.
 */
export const sendMail: (mail: Mail) => Promise<void> = sendMailByHost ?? sendMailByApi

async function sendMailByApi({ to, subject, text, html, replyTo }: Mail): Promise<void> {
  // The format of Resend, which several services share.
  const response = await fetch(env('MAIL_API_URL') ?? 'https://api.resend.com/emails', {
    method: 'POST',
    headers: { authorization: `Bearer ${requireEnv('MAIL_API_KEY')}`, 'content-type': 'application/json' },
    body: JSON.stringify({ from: requireEnv('MAIL_FROM'), to: [to], subject, text, html, reply_to: replyTo }),
  })
  if (!response.ok) throw new Error(`The mail service answered ${response.status}: ${await response.text()}`)
}
