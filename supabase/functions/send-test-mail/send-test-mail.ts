import type { Caller } from '../_shared/caller.ts'
import { Refusal } from '../_shared/http.ts'
import type { Mail } from '../_shared/mail.ts'
import { testMail } from '../_shared/mails/test-mail/words.ts'

type TestMailContext = {
  sendMail(mail: Mail): Promise<void>
  addressOf(personId: string): Promise<string | undefined>
}

/** Returns whether anybody is mailed about enquiries; the browser does not know all that decides it, such as CONTACT_EMAIL. */
export async function tellsAnybody(caller: Caller, recipients: () => Promise<string[]>) {
  requireSuperAdmin(caller)
  return { tellsAnybody: (await recipients()).length > 0 }
}

/** Sends a super admin a mail to their own address, to check delivery. */
export async function sendTestMail(caller: Caller, { sendMail, addressOf }: TestMailContext) {
  requireSuperAdmin(caller)
  const to = await addressOf(caller.id)
  if (!to) throw new Refusal(422, 'Your account has no email address.')
  await sendMail({ ...testMail, to })
  return { to }
}

function requireSuperAdmin({ roles }: Caller) {
  if (!roles.includes('super_admin')) throw new Refusal(403, 'Only super admins look after the mails.')
}
