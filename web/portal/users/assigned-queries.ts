import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { staffRoles } from '../me/role.ts'
import type { User } from './user.ts'

/** The most assigned projects that are named before a person is deactivated. */
const NAMED = 6

/** The open projects that are assigned to a person, the earliest due first. */
export const assignedQuery = (userId: string) =>
  queryOptions({
    queryKey: ['projects', 'assigned', userId],
    queryFn: async ({ signal }) => {
      const projects = (await supabase()).from('projects').select('id, name', { count: 'exact' })
      const open = projects.eq('assigned_to', userId).not('status', 'in', '(completed,cancelled)')
      const soonest = open.order('target_completion_date', { nullsFirst: false }).order('id').limit(NAMED)
      const answer = await soonest.abortSignal(signal)
      const named = unwrap(answer)
      return { projects: named, count: answer.count ?? named.length }
    },
  })

/** The colleagues who may take over a person's projects. */
export const successorsQuery = ({ id, agency_id }: Pick<User, 'id' | 'agency_id'>) =>
  queryOptions({
    queryKey: ['users', 'successors', id, agency_id],
    queryFn: async ({ signal }) => {
      if (agency_id === null) return []
      const people = (await supabase()).from('user_profiles').select('id, display_name, user_roles!inner()')
      const colleagues = people.eq('agency_id', agency_id).neq('id', id).is('deactivated_at', null)
      const staff = colleagues.in('user_roles.role', staffRoles).order('display_name').order('id')
      return unwrap(await staff.abortSignal(signal))
    },
  })
