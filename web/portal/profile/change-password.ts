import { createClient } from '@supabase/supabase-js'
import { runOnce } from '../../lib/run-once.ts'
import { wholeSupabase } from '../../lib/supabase.ts'
import { readProject } from '../../lib/supabase-project.ts'
import type { Write } from '../writes/use-write.ts'
import { profileToasts } from './profile-toasts.ts'

/** Thrown when the current password, which proves who is typing, is wrong. */
export class WrongPassword extends Error {
  override name = 'WrongPassword'
}

type Passwords = { current: string; password: string }

/**
 * A second auth client that verifies the current password. Its session is not stored, and ends with all others when the
 * password changes.
 */
const proofClient = runOnce(async () => {
  const { supabaseUrl, supabaseAnonKey, sessionKey } = await readProject()
  // The storage key differs from the tab's, so that the two clients share no lock.
  const storageKey = `${sessionKey}-proof`
  const options = { storageKey, persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }
  return createClient(supabaseUrl, supabaseAnonKey, { auth: options }).auth
})

const { passwordChanged, currentPasswordWrong, passwordChangeFailed } = profileToasts

export const changePassword: Write<Passwords> = {
  mutationFn: async ({ current, password }) => {
    const { auth } = await wholeSupabase()
    // An admin may have changed the address since this tab has read it.
    const { data, error: unread } = await auth.getUser()
    if (unread) throw unread
    const { email = '' } = data.user
    // The person signs in again to prove the password, apart from this tab's session, which may have been opened in
    // another way.
    const proof = await (await proofClient()).signInWithPassword({ email, password: current })
    if (proof.error?.code === 'invalid_credentials') throw new WrongPassword()
    if (proof.error) throw proof.error
    const { error } = await auth.updateUser({ password })
    if (error) throw error
  },
  meta: {
    succeeded: passwordChanged,
    failed: (error) => (error instanceof WrongPassword ? currentPasswordWrong : passwordChangeFailed(error)),
    refresh: [],
  },
}
