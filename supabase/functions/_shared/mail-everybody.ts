import type { Mail } from './mail.ts'

/** Mails every recipient. One delivered mail is a success; other failures are logged. */
export async function mailEverybody(
  { key, ...mail }: Omit<Mail, 'to'> & { key: string },
  recipients: string[],
  sendMail: (mail: Mail) => Promise<void>,
) {
  if (recipients.length === 0)
    throw new Error(
      'There is nobody to mail: the agency has no email address, and there is no CONTACT_EMAIL and no super admin.',
    )
  const sent = await Promise.allSettled(recipients.map((to) => sendMail({ to, key: `${key}/${to}`, ...mail })))
  const failures = sent.filter((result) => result.status === 'rejected')
  if (failures.length === recipients.length) throw failures[0]?.reason
  for (const { reason } of failures) console.error(reason)
}
