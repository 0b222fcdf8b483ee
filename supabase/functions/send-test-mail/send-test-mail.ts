import type { Caller } from '../_shared/caller.ts'
import { Refusal } from '../_shared/http.ts'
import type { Mail } from '../_shared/mail.ts'
import { testMail } from '../_shared/mails/test-mail/words.ts'

type TestMailContext = {
  sendMail(mail: Mail): Promise<void>
  addressOf(personId: string): Promise<string | undefined>
}

/** Sends a super admin a mail to their own address, to check delivery. */
export async function sendTestMail(caller: Caller, { sendMail, addressOf }: TestMailContext) {
  if (!caller.roles.includes('super_admin')) throw new Refusal(403, 'Only super admins look after the mails.')
  const to = await addressOf(caller.id)
  if (!to) throw new Refusal(422, 'Your account has no email address.')
  await sendMail({ ...testMail, to })
  return { to }
}
