import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { unwrapCount } from '../../lib/unwrap.ts'
import { ofAgency, ownAgency } from '../me/own-agency.ts'
import { completionRate } from './completion-rate.ts'

export const statsQuery = () =>
  queryOptions({
    queryKey: ['dashboard-stats'],
    queryFn: async () => {
      const client = await supabase()
      const agencyId = await ownAgency()
      const projects = () => ofAgency(client.from('projects').select('*', howMany), agencyId)
      const [clients, all, active, completed, users] = await Promise.all([
        ofAgency(client.from('clients').select('*', howMany), agencyId),
        projects(),
        projects().in('status', ['planning', 'in_progress']),
        projects().eq('status', 'completed'),
        ofAgency(client.from('user_profiles').select('*', howMany), agencyId),
      ])
      return {
        clients: unwrapCount(clients),
        activeProjects: unwrapCount(active),
        users: unwrapCount(users),
        completionRate: completionRate(unwrapCount(completed), unwrapCount(all)),
      }
    },
  })

/** Requests the count of rows without the rows. */
const howMany = { count: 'exact', head: true } as const
