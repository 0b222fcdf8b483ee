import { leaveToast } from '../ui/toast-left-behind.ts'
import { bringFormToLife } from './auth-form-behaviour.ts'
import type { PanelBehaviour } from './door.ts'

/** Success needs no further step: the session changes, and /auth sends a signed-in person on. */
export const signIn: PanelBehaviour = (panel, { attempt }, signal) => {
  bringFormToLife(
    panel,
    async (value) => {
      const isIn = await attempt('Sign in failed', (auth) =>
        auth.signInWithPassword({ email: value('email'), password: value('password') }),
      )
      if (!isIn) return 'staying'
      leaveToast({ title: 'Welcome back!', description: 'You have been signed in successfully.' })
      return 'leaving'
    },
    signal,
  )
}
