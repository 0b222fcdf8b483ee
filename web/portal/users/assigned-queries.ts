import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { unwrap, unwrapCount } from '../../lib/unwrap.ts'
import { staffRoles } from '../me/role.ts'
import type { LeavingPerson } from '../people/leavers-list-link.tsx'
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

/** How many open steps are assigned to a person, also in projects that are completed or cancelled. */
export const openStepsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['steps', 'assigned', userId],
    queryFn: async ({ signal }) => {
      const steps = (await supabase()).from('project_steps').select('*', { count: 'exact', head: true })
      return unwrapCount(await steps.eq('assigned_to', userId).eq('is_done', false).abortSignal(signal))
    },
  })

/** The number of clients that a person looks after. */
export const clientsOfQuery = (userId: string) =>
  queryOptions({
    queryKey: ['clients', 'looked-after', userId],
    queryFn: async ({ signal }) => {
      const clients = (await supabase()).from('clients').select('*', { count: 'exact', head: true })
      return unwrapCount(await clients.eq('looked_after_by', userId).abortSignal(signal))
    },
  })

/** The number of vault entries that a person owns and shares with their agency. */
export const sharedEntriesQuery = ({ person, agency }: LeavingPerson) =>
  queryOptions({
    queryKey: ['vault', 'leaver', person, agency, 'shared'],
    queryFn: async ({ signal }) => {
      const leaver = (await supabase()).rpc('leaver', { person, agency }, { get: true })
      return unwrap(await leaver.abortSignal(signal))[0]?.shared ?? 0
    },
  })

/** The colleagues who may take over a person's projects and clients. */
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
