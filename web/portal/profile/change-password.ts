import { createClient } from '@supabase/supabase-js'
import { once } from '../../lib/once.ts'
import { supabase } from '../../lib/supabase.ts'
import { readProject } from '../../lib/supabase-project.ts'
import type { Write } from '../writes/use-write.ts'
import { profileToasts } from './profile-toasts.ts'

/** The password that was to prove who sits in front of the screen is not theirs. */
export class WrongPassword extends Error {
  override name = 'WrongPassword'
}

type Passwords = { current: string; password: string }

/** Somebody at the door, whose session nobody keeps: it ends with all others when the password changes. */
const passerby = once(async () => {
  const { supabaseUrl, supabaseAnonKey, sessionKey } = await readProject()
  // Under a name of its own, so that it shares no lock with the client of this tab.
  const storageKey = `${sessionKey}-proof`
  const options = { storageKey, persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }
  return createClient(supabaseUrl, supabaseAnonKey, { auth: options }).auth
})

const { passwordChanged, currentPasswordWrong, passwordChangeFailed } = profileToasts

export const changePassword = (email: string): Write<Passwords> => ({
  mutationFn: async ({ current, password }) => {
    const { auth } = await supabase()
    // Signing in once more is the proof, apart from this tab's session: that one may have been proved by a code too.
    const proof = await (await passerby()).signInWithPassword({ email, password: current })
    if (proof.error?.code === 'invalid_credentials') throw new WrongPassword()
    if (proof.error) throw proof.error
    const { error } = await auth.updateUser({ password })
    if (error) throw error
  },
  meta: {
    said: passwordChanged,
    failed: (error) => (error instanceof WrongPassword ? currentPasswordWrong : passwordChangeFailed(error)),
    refresh: [],
  },
})
