import { supabase } from '../../lib/supabase.ts'
import type { Write } from '../writes/use-write.ts'
import { profileToasts } from './profile-toasts.ts'

const { emailChangeAsked, emailChangeFailed } = profileToasts

/** Asks for it only: the address changes when the links are opened that are mailed because of this. */
export const changeEmail: Write<string> = {
  mutationFn: async (email) => {
    const { auth } = await supabase()
    const { error } = await auth.updateUser({ email })
    if (error) throw error
  },
  meta: { said: emailChangeAsked, failed: emailChangeFailed, refresh: [] },
}
