import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { staffRoles } from '../me/role.ts'

/** The staff of these agencies, to whom projects of the agencies can be assigned. */
export const staffQuery = (agencyIds: readonly string[]) => {
  const ids = [...new Set(agencyIds)].sort()
  return queryOptions({
    queryKey: ['users', 'staff', ids],
    queryFn: async () => {
      const people = (await supabase()).from('user_profiles').select('id, display_name, agency_id, user_roles!inner()')
      const present = people.in('agency_id', ids).is('deactivated_at', null).in('user_roles.role', staffRoles)
      return unwrap(await present.order('display_name').order('id'))
    },
  })
}
