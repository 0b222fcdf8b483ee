import { useSyncExternalStore } from 'react'
import { loadingSession } from '../../auth/session.ts'
import { SessionKeeper } from '../../auth/session-keeper.ts'
import { endPushSession } from '../../lib/push-session.ts'
import { storedSession } from '../../lib/stored-session.ts'
import { onTokenRefused, wholeSupabase } from '../../lib/supabase.ts'
import { readProject } from '../../lib/supabase-project.ts'
import { forgetAgency } from './own-agency.ts'

const keeper = new SessionKeeper(
  async () => {
    const [{ auth }, { sessionKey }] = await Promise.all([wholeSupabase(), readProject()])
    return { auth, sessionKey }
  },
  { readStored: storedSession },
)
onTokenRefused(keeper.renewOrEnd)

/** The current session. The first component that reads it starts loading the session; a prerendered page never does. */
export const useSession = () => useSyncExternalStore(keeper.subscribe, keeper.current, () => loadingSession)

export const retrySession = keeper.retry

/** Loads the auth client, which renews the session and follows it. */
export const followSession = keeper.client

export async function signOut() {
  forgetAgency()
  await endPushSession()
  await keeper.signOut()
}
