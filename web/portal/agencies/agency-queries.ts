import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { unwrapCount } from '../../lib/unwrap.ts'
import { fetchPage } from '../list/fetch-page.ts'

/** One page of the agencies, newest first, with the count of all. */
export const agenciesQuery = (page: number) =>
  queryOptions({
    queryKey: ['agencies', 'list', page],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const client = await supabase()
      return fetchPage(page, (from, to) => {
        const all = client.from('agencies').select('*', { count: 'exact' }).abortSignal(signal)
        return all.order('created_at', { ascending: false }).order('id').range(from, to)
      })
    },
  })

/** The amount of content that is deleted with an agency, and the number of people who stay behind without one. */
export const contentsQuery = (agencyId: string) =>
  queryOptions({
    queryKey: ['agencies', 'contents', agencyId],
    // A super admin decides on a deletion by these numbers, so they are read anew each time.
    staleTime: 0,
    queryFn: async () => {
      const client = await supabase()
      const howMany = (table: 'clients' | 'projects' | 'user_profiles') =>
        client.from(table).select('*', { count: 'exact', head: true }).eq('agency_id', agencyId)
      const [clients, projects, people] = await Promise.all([
        howMany('clients'),
        howMany('projects'),
        howMany('user_profiles'),
      ])
      return { clients: unwrapCount(clients), projects: unwrapCount(projects), people: unwrapCount(people) }
    },
  })
