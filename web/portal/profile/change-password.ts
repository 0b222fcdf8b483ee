import { useMutation } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { useMe } from '../me/me.ts'

/** The password that was to prove who sits in front of the screen is not theirs. */
export class WrongPassword extends Error {
  override name = 'WrongPassword'
}

type Passwords = { current: string; password: string }

export function useChangePassword() {
  const { email } = useMe()
  return useMutation({
    mutationFn: async ({ current, password }: Passwords) => {
      const { auth } = await supabase()
      // Signing in once more is the proof, and the fresh session that a project may ask for. The one from before ends
      // with all others when the password changes.
      const proof = await auth.signInWithPassword({ email, password: current })
      if (proof.error?.code === 'invalid_credentials') throw new WrongPassword()
      if (proof.error) throw proof.error
      const { error } = await auth.updateUser({ password })
      if (error) throw error
    },
  })
}
