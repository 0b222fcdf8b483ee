import { bringFormToLife } from './auth-form-behaviour.ts'
import type { PanelBehaviour } from './door.ts'
import { keeper } from './door-session.ts'
import { welcome } from './welcome.ts'

/** Success needs no further step: the session changes, and /auth sends a signed-in person on. */
export const signIn: PanelBehaviour = (panel, { attempt }, signal) => {
  bringFormToLife(
    panel,
    async (value) => {
      const isIn = await attempt('Sign in failed', (auth) =>
        auth.signInWithPassword({ email: value('email'), password: value('password') }),
      )
      const session = keeper.current()
      // Who still owes a code is welcomed after it.
      if (!isIn || (session.status === 'signed-in' && session.owesCode)) return 'staying'
      welcome()
      return 'leaving'
    },
    signal,
  )
}
