import { hashOf } from './hash.ts'
import { env, type Mail, requireEnv, sendMailByHost } from './runtime.ts'

export type { Mail }

/**
 * Sends a mail. Resolves on this project's server when the mail is in the durable queue, on hosted Supabase when the
 * HTTP API of a mail service has accepted it (`.env.example` lists the variables). Rejects otherwise.
 */
export const sendMail: (mail: Mail) => Promise<void> = sendMailByHost ?? sendMailByApi

async function sendMailByApi({
  to,
  subject,
  text,
  html,
  replyTo,
  unsubscribe,
  pictures = [],
  key,
}: Mail): Promise<void> {
  // The request follows the API of Resend, which several services imitate.
  const response = await fetch(env('MAIL_API_URL') ?? 'https://api.resend.com/emails', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${requireEnv('MAIL_API_KEY')}`,
      'content-type': 'application/json',
      // The idempotency key is hashed, since mail services limit its length to some 256 characters.
      ...(key !== undefined && { 'idempotency-key': await hashOf(key) }),
    },
    body: JSON.stringify({
      from: requireEnv('MAIL_FROM'),
      to: [to],
      subject,
      text,
      html,
      reply_to: replyTo,
      headers: {
        'Auto-Submitted': 'auto-generated',
        ...(unsubscribe !== undefined && { 'List-Unsubscribe': `<${unsubscribe}>` }),
      },
      ...(pictures.length > 0 && {
        attachments: pictures.map(({ cid, type, base64 }) => ({
          filename: cid,
          content_id: cid,
          content_type: type,
          content: base64,
        })),
      }),
    }),
  })
  if (!response.ok) throw new Error(`The mail service answered ${response.status}: ${await response.text()}`)
}
