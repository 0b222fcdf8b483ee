import { hashOf } from './hash.ts'
import { type CalendarInvitation, env, type Mail, type MailPicture, requireEnv, sendMailByHost } from './runtime.ts'

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
  invitation,
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
      ...attachmentsOf(pictures, invitation),
    }),
  })
  if (!response.ok) throw new Error(`The mail service answered ${response.status}: ${await response.text()}`)
}

function attachmentsOf(pictures: MailPicture[], invitation: CalendarInvitation | undefined) {
  const files = [
    ...pictures.map(({ cid, type, base64 }) => ({
      filename: cid,
      content_id: cid,
      content_type: type,
      content: base64,
    })),
    ...(invitation ? [invitationFile(invitation)] : []),
  ]
  return files.length > 0 && { attachments: files }
}

/** Mail services have no field for an invitation; calendars also take a file that names its method. */
const invitationFile = ({ method, content }: CalendarInvitation) => ({
  filename: 'invite.ics',
  content_type: `text/calendar; charset=utf-8; method=${method}`,
  content: btoa(String.fromCharCode(...new TextEncoder().encode(content))),
})
