import { wholeSupabase } from '../../lib/supabase.ts'
import type { Write } from '../writes/use-write.ts'
import { profileToasts } from './profile-toasts.ts'

const { emailChangeAsked, emailChangeFailed } = profileToasts

/**
 * Requests a change of the own address, which takes effect once the links in the confirmation mails have been opened.
 */
export const changeEmail: Write<string> = {
  mutationFn: async (email) => {
    const { auth } = await wholeSupabase()
    const { error } = await auth.updateUser({ email })
    if (error) throw error
  },
  meta: { succeeded: emailChangeAsked, failed: emailChangeFailed, refresh: [] },
}
