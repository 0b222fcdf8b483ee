import type { QueryClient } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { myProfileQuery } from './me-queries.ts'

/** Who is signed in at this moment, which may be nobody any more. */
export async function mySignedInId(): Promise<string> {
  const client = await supabase()
  const { data } = await client.auth.getSession()
  if (!data.session) throw new Error('Not authenticated')
  return data.session.user.id
}

/** The agency that what somebody adds will belong to. Who has none, or is no longer signed in, cannot add. */
export async function myAgencyId(queryClient: QueryClient): Promise<string> {
  const profile = await queryClient.fetchQuery(myProfileQuery(await mySignedInId()))
  if (!profile?.agency_id) throw new Error('User not assigned to an agency')
  return profile.agency_id
}
