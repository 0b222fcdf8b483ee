import { invokeFunction } from '../../lib/invoke-function.ts'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import type { Write } from '../writes/use-write.ts'
import { mailToasts } from './mail-toasts.ts'

const { allFailed, allTriedAgain, dismissed, dismissFailed, failed, testFailed, testSent, triedAgain } = mailToasts

export const sendAgain: Write<string> = {
  mutationFn: async (mailId) => {
    const client = await supabase()
    const isTried = unwrap(await client.rpc('send_mail_again', { mail_id: mailId }))
    if (!isTried) throw new Error('It has been sent since, or its code or link is no longer valid.')
  },
  meta: { succeeded: triedAgain, failed, refresh: ['mail.mails'] },
}

export const sendAllAgain: Write<void> = {
  mutationFn: async () => {
    const client = await supabase()
    const count = unwrap(await client.rpc('send_mails_again'))
    if (count === 0) throw new Error('There are none left to send.')
  },
  meta: { succeeded: allTriedAgain, failed: allFailed, refresh: ['mail.mails'] },
}

export const dismiss: Write<string> = {
  mutationFn: async (mailId) => {
    const client = await supabase()
    const isGone = unwrap(await client.rpc('dismiss_mail', { mail_id: mailId }))
    if (!isGone) throw new Error('It has been sent again or dismissed since.')
  },
  meta: { succeeded: dismissed, failed: dismissFailed, refresh: ['mail.mails'] },
}

/** Sends a test mail to the signed-in person. */
export const sendTestMail: Write<void> = {
  mutationFn: () => invokeFunction('send-test-mail', {}),
  meta: { succeeded: testSent, failed: testFailed, refresh: ['mail.mails'] },
}
