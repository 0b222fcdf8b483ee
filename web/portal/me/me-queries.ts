import { queryOptions, useQuery } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { useMe } from './me.ts'
import type { Role } from './role.ts'

export const myProfileQuery = (userId: string) =>
  queryOptions({
    queryKey: ['me', 'profile', userId],
    queryFn: async () => {
      // The profile query joins the agency because the sidebar needs it; a request of its own would run on every page.
      const profiles = (await supabase()).from('user_profiles').select('*, agencies(answers_website)')
      return unwrap(await profiles.eq('id', userId).maybeSingle())
    },
  })

/**
 * The roles of a person. They come from the role table, never from the metadata of the session, which people can write
 * themselves.
 */
export const myRolesQuery = (userId: string) =>
  queryOptions({
    queryKey: ['me', 'roles', userId],
    queryFn: async (): Promise<Role[]> =>
      unwrap(await (await supabase()).from('user_roles').select('role').eq('user_id', userId)).map(({ role }) => role),
  })

/** The agency that the person works for; null if they may not read it. */
export const myAgencyQuery = (agencyId: string) =>
  queryOptions({
    queryKey: ['me', 'agency', agencyId],
    queryFn: async () => unwrap(await (await supabase()).from('agencies').select().eq('id', agencyId).maybeSingle()),
  })

export const useMyProfile = () => useQuery(myProfileQuery(useMe().id))

/** The roles of the signed-in person; undefined until they are known, empty if they cannot be read. */
export function useMyRoles(): readonly Role[] | undefined {
  const { data, isPending } = useQuery(myRolesQuery(useMe().id))
  return data ?? (isPending ? undefined : [])
}
