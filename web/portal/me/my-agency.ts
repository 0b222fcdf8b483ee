import type { QueryClient } from '@tanstack/react-query'
import { wholeSupabase } from '../../lib/supabase.ts'
import { myProfileQuery } from './me-queries.ts'

/** Returns the id of the person who is signed in now; the session may have ended meanwhile. */
export async function mySignedInId(): Promise<string> {
  const client = await wholeSupabase()
  const { data } = await client.auth.getSession()
  if (!data.session) throw new Error('Not authenticated')
  return data.session.user.id
}

/** Returns the agency that a new row will belong to. Throws for a person without an agency or a session. */
export async function myAgencyId(queryClient: QueryClient): Promise<string> {
  const profile = await queryClient.fetchQuery(myProfileQuery(await mySignedInId()))
  if (!profile?.agency_id) throw new Error('User not assigned to an agency')
  return profile.agency_id
}
