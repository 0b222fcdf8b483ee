import { queryOptions } from '@tanstack/react-query'
import { formatCount } from '../../../lib/formats.ts'
import { supabase } from '../../../lib/supabase.ts'
import { unwrap, unwrapCount } from '../../../lib/unwrap.ts'

/** The clients that were merged with this one within thirty days, the latest first. */
export const mergedClientsQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['deleted', 'merged with', clientId],
    queryFn: async () => {
      const deleted = (await supabase()).from('recently_deleted').select('subject_id, title, deleted_at')
      return unwrap(await deleted.eq('merged_into', clientId).order('deleted_at', { ascending: false }))
    },
  })

/** The client that this one was merged with within thirty days; null if it was not. */
export const mergedIntoQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['deleted', 'merged into', clientId],
    queryFn: async () => {
      const deleted = (await supabase()).from('recently_deleted').select('title, belongs_to, merged_into')
      return unwrap(await deleted.eq('subject_id', clientId).not('merged_into', 'is', null).limit(1)).at(0) ?? null
    },
  })

/** What a merge moves, in words, as far as the reader sees it: '3 projects, 12 updates'. Empty if it is nothing. */
export const movedQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['clients', 'moved', clientId],
    queryFn: async ({ signal }) => {
      const client = await supabase()
      const countIn = async (
        table:
          | 'projects'
          | 'client_people'
          | 'client_notes'
          | 'client_links'
          | 'password_vault'
          | 'contact_submissions'
          | 'client_requests',
      ) =>
        unwrapCount(
          await client
            .from(table)
            .select('*', { count: 'exact', head: true })
            .eq('client_id', clientId)
            .abortSignal(signal),
        )
      const updates = client.from('project_updates').select('*, projects!inner()', { count: 'exact', head: true })
      const counts = await Promise.all([
        countIn('projects'),
        updates.eq('projects.client_id', clientId).abortSignal(signal).then(unwrapCount),
        countIn('client_notes'),
        countIn('client_people'),
        countIn('client_links'),
        countIn('password_vault'),
        countIn('contact_submissions'),
        countIn('client_requests'),
      ])
      return counts
        .map((count, at) => ({ count, words: moved[at] }))
        .flatMap(({ count, words }) =>
          count > 0 && words ? `${formatCount(count)} ${count === 1 ? words[0] : words[1]}` : [],
        )
        .join(', ')
    },
  })

const moved = [
  ['project', 'projects'],
  ['update', 'updates'],
  ['note', 'notes'],
  ['person', 'people'],
  ['link', 'links'],
  ['vault entry', 'vault entries'],
  ['enquiry', 'enquiries'],
  ['request', 'requests'],
] as const
