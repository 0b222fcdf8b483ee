import type { GoTrueClient } from '@supabase/auth-js'

export type Session =
  | { status: 'loading' }
  /** The backend did not answer when the page opened; `retry` repeats the request. */
  | { status: 'unreachable' }
  /**
   * `isRecovering`: signed in by a recovery mail or an invitation, without a new password yet. `owesCode`: the second
   * step is missing, and nothing is shown until then. `hasRecoveryCodes`: a recovery code is possible instead.
   */
  | {
      status: 'signed-in'
      user: { id: string; email: string }
      isRecovering: boolean
      owesCode: boolean
      hasRecoveryCodes: boolean
    }
  /** `notice` explains a sign-out that the person did not request. */
  | { status: 'signed-out'; notice?: string }

/**
 * The official auth client, alone on /auth and as a part of supabase-js in the portal, and the storage key of its
 * session.
 */
export type AuthConnection = { auth: GoTrueClient; sessionKey: string }

export const loadingSession: Session = { status: 'loading' }
