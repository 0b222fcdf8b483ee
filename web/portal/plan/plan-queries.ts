import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'

/** This month of a client and the eleven before it, the newest first. */
export const planMonthsQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['client-updates', 'months', clientId],
    queryFn: async ({ signal }) =>
      unwrap(await (await supabase()).rpc('plan_months', { client: clientId }, { get: true }).abortSignal(signal)),
  })

/** The updates that count as content updates of the month that begins on this day, the newest first. */
export const countedUpdatesQuery = (clientId: string, month: string) =>
  queryOptions({
    queryKey: ['client-updates', 'counted', clientId, month],
    queryFn: async ({ signal }) => {
      const updates = (await supabase())
        .from('project_updates')
        .select('id, title, created_at, project_id, projects!inner(client_id)')
        .eq('projects.client_id', clientId)
        .eq('counts_as_content_update', true)
        .gte('created_at', `${month}T00:00:00Z`)
      return unwrap(await updates.order('created_at', { ascending: false }).order('id').abortSignal(signal))
    },
  })

/** Whether the newest update of a project counts as a content update; the next one probably does the same. */
export const latestChoiceQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['client-updates', 'latest-choice', projectId],
    queryFn: async ({ signal }) => {
      const updates = (await supabase()).from('project_updates').select('counts_as_content_update')
      const newest = updates.eq('project_id', projectId).order('created_at', { ascending: false }).order('id').limit(1)
      return unwrap(await newest.abortSignal(signal))[0]?.counts_as_content_update ?? false
    },
  })
