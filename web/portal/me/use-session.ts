import { useSyncExternalStore } from 'react'
import { loadingSession, SessionKeeper } from '../../auth/session-keeper.ts'
import { endPushSession } from '../../lib/push-session.ts'
import { onTokenRefused, supabase } from '../../lib/supabase.ts'
import { readProject } from '../../lib/supabase-project.ts'
import { forgetAgency } from './own-agency.ts'

const keeper = new SessionKeeper(async () => {
  const { auth } = await supabase()
  const { sessionKey } = await readProject()
  onTokenRefused(keeper.renewOrEnd)
  return { auth, sessionKey }
})

/** The current session. The first component that reads it starts loading the session; a prerendered page never does. */
export const useSession = () => useSyncExternalStore(keeper.subscribe, keeper.current, () => loadingSession)

export const retrySession = keeper.retry

export async function signOut() {
  forgetAgency()
  await endPushSession()
  await keeper.signOut()
}
